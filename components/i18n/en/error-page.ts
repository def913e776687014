/** Shown when a whole page fails to load. Every page also loads it in all languages, for when the root layout fails. */
export const errorPage = {
  title: 'This page didn’t load',
  body: 'Something went wrong on our side. Your plan hasn’t changed.',
  tryAgain: 'Try again',
};
