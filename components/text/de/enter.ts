export const enter = {
  expired: {
    title: 'Dieser Link ist abgelaufen',
    body: 'Ein Anmeldelink gilt einmal und fünf Minuten lang. Gehen Sie dorthin zurück, wo Sie hergekommen sind, und öffnen Sie einen neuen.',
  },
  later: {
    title: 'Die Anmeldung geht gerade nicht',
    body: 'Unsere Daten sind nicht erreichbar. Der Link gilt weiter: Warten Sie einen Moment und öffnen Sie ihn noch einmal.',
  },
  plans: 'Alle Tarife ansehen',
};
