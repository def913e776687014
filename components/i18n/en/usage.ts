/** What an account uses of its limits. */
export const usage = () => ({
  title: 'What you use',
  /** "14 of 10 projects" */
  of: (used: string, allowed: string) => `${used} of ${allowed}`,
  uses: (used: string) => `You use ${used}.`,
  none: (plan: string) => `${plan} has none.`,
  /** Above what the plan allows. */
  remove: (excess: string) => `Remove ${excess} first.`,
});
