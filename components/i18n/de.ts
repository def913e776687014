import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';
import { accounts } from './de/accounts';
import { addOns } from './de/add-ons';
import { buildPlan } from './de/build-plan';
import { catalog } from './de/catalog';
import { changes } from './de/changes';
import { comparison } from './de/comparison';
import { earlierPlan } from './de/earlier-plan';
import { errorPage } from './de/error-page';
import { featureSearch } from './de/feature-search';
import { history } from './de/history';
import { moves } from './de/moves';
import { amounts, pricing } from './de/plans';
import { preview } from './de/preview';
import { switching } from './de/switching';
import { webhooks } from './de/webhooks';
import type { BrowserText, Text } from './en';

const shell = {
  theme: { legend: 'Farbschema', light: 'Hell', dark: 'Dunkel', system: 'System' },
  language: 'Sprache',
  mainNavigation: 'Hauptnavigation',
  offline: 'Sie sind offline. Sie können diese Seite weiterlesen, aber nichts ändern.',
  offlineNavigation: 'Sie sind offline. Andere Seiten lassen sich erst wieder mit Verbindung öffnen.',
  switchedElsewhere: 'Ihr Tarif wurde an anderer Stelle gewechselt.',
};

const serverShell = {
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
};

const notFound = {
  title: 'Seite nicht gefunden',
  body: 'Vielleicht ist die Adresse falsch, oder die Seite existiert nicht mehr.',
  link: 'Alle Tarife ansehen',
};

const unavailablePage = {
  title: 'Diese Seite ist gerade nicht verfügbar',
  body: 'Die Daten dieser Seite können im Moment nicht geladen werden. Ihr Tarif ist unverändert. Versuchen Sie es gleich noch einmal.',
};

const noApp = {
  title: 'App nicht gefunden',
  body: 'Unter dieser Adresse gibt es keine App. Prüfen Sie die Adresse und versuchen Sie es erneut.',
};

const ui = {
  tryAgain: 'Erneut versuchen',
  cancel: 'Abbrechen',
  tryingAgain: 'Neuer Versuch…',
  loading: 'Wird geladen',
  apply: 'Anzeigen',
  dismiss: 'Ausblenden',
  viewHistory: 'Verlauf ansehen',
  comma: ', ',
  causes: {
    offline: 'Sie sind offline.',
    unreachable: 'Der Dienst hat nicht geantwortet.',
    unknown: 'Bei uns ist ein Fehler aufgetreten.',
  },
  lastUpdated: (time: string) => `Zuletzt aktualisiert: ${time}.`,
  retry: 'Aktualisieren',
};

const errors = {
  forbidden: 'Nur Inhaberinnen und Inhaber des Kontos können den Tarif wechseln.',
  unauthenticated:
    'Ihre Sitzung ist beendet. Melden Sie sich in einem anderen Tab wieder an und versuchen Sie es erneut.',
  too_many_requests: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  version_not_found: 'Dieser Tarif ist für Sie nicht mehr verfügbar.',
  account_not_found: 'Konto nicht gefunden.',
  preview_stale:
    'Ihr Tarif oder sein Preis hat sich geändert. Prüfen Sie die Änderungen und bestätigen Sie erneut.',
  version_inactive: 'Dieser Tarif wird nicht mehr angeboten.',
  price_on_request: 'Kontaktieren Sie uns für ein Preisangebot.',
  price_in_words: 'Kontaktieren Sie uns, um in diesen Tarif zu wechseln.',
  users_limit_exceeded: 'Der Tarif erlaubt weniger Personen. Nichts wurde geändert.',
  users_below_minimum: 'Diesen Tarif gibt es nur für mehr Personen. Nichts wurde geändert.',
  quantity_out_of_range: 'Diesen Tarif gibt es nicht in dieser Menge. Nichts wurde geändert.',
  users_managed_by_host:
    'Die Zahl der Personen wird in der App verwaltet. Fügen Sie dort Personen hinzu oder entfernen Sie sie.',
  switch_conflict: 'Für dieses Konto läuft bereits ein Tarifwechsel. Versuchen Sie es erneut.',
};

const signIn = {
  title: 'Demo-Person auswählen',
  lead: 'Dies ist eine Demo mit erfundenen Personen. Wählen Sie eine aus; ein Passwort ist nicht nötig.',
  submit: 'Anmelden',
  asUser: (person: string) => `als ${person}`,
  noUsers: 'Es gibt noch keine Demo-Personen.',
};

const signInLink = {
  expired: {
    title: 'Dieser Link ist abgelaufen',
    body: 'Anmeldelinks funktionieren nur einmal und laufen nach fünf Minuten ab. Gehen Sie zur vorherigen Seite zurück und öffnen Sie einen neuen.',
  },
  unavailable: {
    title: 'Die Anmeldung ist zurzeit nicht möglich',
    body: 'Warten Sie einen Moment und öffnen Sie den Link erneut.',
  },
  seePlans: 'Alle Tarife ansehen',
};

export function getGermanBrowserText(words: CountFormatter): BrowserText {
  return {
    ui,
    shell,
    errorPage,
    errors,
    amounts: amounts(words),
    pricing: pricing(words),
  };
}

export function getGermanText(locale: string): Text {
  const words = createCountFormatter(locale);
  return {
    ...getGermanBrowserText(words),
    serverShell,
    notFound,
    unavailablePage,
    noApp,
    comparison: comparison(words),
    buildPlan: buildPlan(),
    earlierPlan: earlierPlan(),
    featureSearch: featureSearch(words),
    switching: switching(words),
    addOns: addOns(words),
    changes: changes(words),
    history: history(words),
    catalog: catalog(words),
    preview: preview(words),
    moves: moves(words),
    webhooks: webhooks(words),
    accounts: accounts(words),
    signIn,
    signInLink,
  };
}
