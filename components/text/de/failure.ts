export const failure = {
  title: 'Diese Seite wurde nicht geladen',
  body: 'Der Fehler liegt bei uns, und Ihr Tarif ist unverändert.',
  tryAgain: 'Noch einmal versuchen',
};
