export const errorPage = {
  title: 'Diese Seite konnte nicht geladen werden',
  body: 'Bei uns ist ein Fehler aufgetreten. Ihr Tarif ist unverändert.',
  tryAgain: 'Erneut versuchen',
};

export const unavailablePage = {
  title: 'Diese Seite ist gerade nicht verfügbar',
  body: 'Die Daten dieser Seite können im Moment nicht geladen werden. Ihr Tarif ist unverändert. Versuchen Sie es gleich noch einmal.',
};
