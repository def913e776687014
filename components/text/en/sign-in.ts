/** `/sign-in`, which only the demo has. */
export const signIn = {
  title: 'Who are you today?',
  lead: 'This is a demonstration, and its people are made up. Choose one; no password is asked for.',
  /** Read out with the name: "Sign in as Ada". */
  enter: 'Sign in',
  as: (person: string) => `as ${person}`,
  nobody: 'Nobody is here yet.',
};
