/** When a whole page fails. Readers of every language carry this one in all of them, for no other text may be at hand. */
export const failure = {
  title: 'This page didn’t load',
  body: 'The fault is ours, and your plan hasn’t changed.',
  tryAgain: 'Try again',
};
