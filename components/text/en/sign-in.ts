/** `/sign-in`, which only the demo has. */
export const signIn = {
  title: 'Who are you today?',
  lead: 'This is a demonstration with people made up for it. Choose one; no password is asked.',
  continueAs: (name: string) => `Continue as ${name}`,
  noAccount: 'No account',
  signedIn: 'Signed in',
};
