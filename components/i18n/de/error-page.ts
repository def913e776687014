export const errorPage = {
  title: 'Diese Seite konnte nicht geladen werden',
  body: 'Bei uns ist ein Fehler aufgetreten. Ihr Tarif ist unverändert.',
  tryAgain: 'Erneut versuchen',
};
