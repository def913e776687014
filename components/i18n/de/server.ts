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

const staffSignIn = () => ({
  lead: (app: string) =>
    `Für alle, die an ${app} arbeiten. Kundinnen und Kunden melden sich dort an, wo sie es nutzen.`,
  submit: 'Mit dem Firmenkonto anmelden',
  again: 'Erneut anmelden',
  problems: {
    denied: {
      title: 'Sie sind nicht angemeldet',
      body: 'Die Anmeldung wurde abgebrochen, oder Ihr Firmenkonto darf diese Seiten nicht nutzen.',
    },
    'no-role': {
      title: 'Sie haben hier keine Rolle',
      body: 'Ihr Firmenkonto gehört zu keiner Gruppe, die diese Seiten nutzen darf. Bitten Sie die Person, die in Ihrer Firma die Konten verwaltet, Sie aufzunehmen.',
    },
    expired: {
      title: 'Diese Anmeldung ist abgelaufen',
      body: 'Eine Anmeldung funktioniert einmal, innerhalb von zehn Minuten und in dem Browser, in dem sie begonnen wurde. Sie sind nicht angemeldet.',
    },
    invalid: {
      title: 'Sie sind nicht angemeldet',
      body: 'Die Antwort des Anmeldedienstes Ihrer Firma konnte nicht angenommen werden. Wenn das wieder geschieht, wenden Sie sich an die Person, die die Anmeldung eingerichtet hat.',
    },
    unavailable: {
      title: 'Die Anmeldung ist zurzeit nicht möglich',
      body: 'Der Anmeldedienst Ihrer Firma antwortet nicht, oder dieser Dienst ist ausgelastet. Sie sind nicht angemeldet. Versuchen Sie es in einigen Minuten erneut.',
    },
  },
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

export const server = {
  serverShell,
  notFound,
  unavailablePage,
  noApp,
  signIn,
  signInLink,
  staffSignIn,
  plansForUsage,
};
