const serverShell = () => ({
  skipToContent: 'Zum Inhalt springen',
  pages: {
    plans: 'Tarife',
    compare: 'Vergleich',
    addOns: 'Zusatzfunktionen',
    requests: 'Anfragen',
    history: 'Verlauf',
    catalog: 'Katalog',
    preview: 'Vorschau',
    moves: 'Umstellungen',
    webhooks: 'Webhooks',
    accounts: 'Konten',
    audit: 'Protokoll',
  },
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  backTo: (product: string) => `Zurück zu ${product}`,
  signedInAs: 'Angemeldet als',
  roles: { member: 'Mitglied', owner: 'Inhaber/in', product: 'Produktteam', support: 'Support' },
  defaultTitle: 'Tarife',
  currencyNote: (currency: string) => `Preise in ${currency}`,
  noScript:
    'JavaScript ist ausgeschaltet. Sie können hier alle Preise und Funktionen lesen, aber den Tarif nicht wechseln.',
  apiReference: 'API-Referenz',
  plansDescription: (plans: string) =>
    `Tarife und Preise: ${plans}. Vergleichen Sie, was jeder Tarif enthält.`,
});

const notFound = () => ({
  title: 'Seite nicht gefunden',
  body: 'Vielleicht ist die Adresse falsch, oder die Seite existiert nicht mehr.',
  link: 'Alle Tarife ansehen',
});

const unavailablePage = () => ({
  title: 'Diese Seite ist gerade nicht verfügbar',
  body: 'Die Daten dieser Seite können im Moment nicht geladen werden. Ihr Tarif ist unverändert. Versuchen Sie es gleich noch einmal.',
});

const noApp = () => ({
  title: 'App nicht gefunden',
  body: 'Unter dieser Adresse gibt es keine App. Prüfen Sie die Adresse und versuchen Sie es erneut.',
});

const signIn = () => ({
  title: 'Demo-Person auswählen',
  lead: 'Dies ist eine Demo mit erfundenen Personen. Wählen Sie eine aus; ein Passwort ist nicht nötig.',
  submit: 'Anmelden',
  asUser: (person: string) => `als ${person}`,
  noUsers: 'Es gibt noch keine Demo-Personen.',
});

const signInLink = () => ({
  expired: {
    title: 'Dieser Link ist abgelaufen',
    body: 'Anmeldelinks funktionieren nur einmal und laufen nach fünf Minuten ab. Gehen Sie zur vorherigen Seite zurück und öffnen Sie einen neuen.',
  },
  unavailable: {
    title: 'Die Anmeldung ist zurzeit nicht möglich',
    body: 'Warten Sie einen Moment und öffnen Sie den Link erneut.',
  },
  seePlans: 'Alle Tarife ansehen',
});

/** `/` of an account whose usage is known. */
const plansForUsage = () => ({
  title: 'Günstigster Tarif für Ihre Nutzung',
  none: 'Kein Tarif mit festem Preis reicht für Ihre Nutzung.',
  all: 'Ihre Nutzung in jedem Tarif',
  fits: 'Reicht für Ihre Nutzung',
  fitsWith: (addOns: string) => `Reicht mit ${addOns}`,
  exceeds: (limits: string) => `Reicht nicht für Ihre Nutzung: ${limits}`,
  incomplete:
    'Nicht alle Kombinationen von Zusatzfunktionen wurden verglichen. Vielleicht gibt es eine günstigere.',
});

export const server = { serverShell, notFound, unavailablePage, noApp, signIn, signInLink, plansForUsage };
