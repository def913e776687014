/** What every section says while it loads, fails or grows old. */
export const ui = {
  tryAgain: 'Try again',
  tryingAgain: 'Trying…',
  loading: 'Loading',
  /** Between the parts of a line. */
  comma: ', ',
  causes: {
    offline: 'You’re offline.',
    unreachable: 'The service didn’t answer.',
    unknown: 'Something went wrong on our side.',
  },
  lastUpdated: (time: string) => `Last updated ${time}.`,
  retry: 'Retry',
};
