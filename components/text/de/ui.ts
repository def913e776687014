export const ui = {
  tryAgain: 'Noch einmal versuchen',
  tryingAgain: 'Wird versucht…',
  loading: 'Wird geladen',
  comma: ', ',
  causes: {
    offline: 'Sie sind offline.',
    unreachable: 'Der Dienst hat nicht geantwortet.',
    unknown: 'Bei uns ist etwas schiefgegangen.',
  },
  lastUpdated: (time: string) => `Stand ${time}.`,
  retry: 'Aktualisieren',
};
