import { amounts, pricing } from './plans';

const ui = () => ({
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
});

const shell = () => ({
  theme: { legend: 'Farbschema', light: 'Hell', dark: 'Dunkel', system: 'System' },
  language: 'Sprache',
  mainNavigation: 'Hauptnavigation',
  offline: 'Sie sind offline. Sie können diese Seite weiterlesen, aber nichts ändern.',
  offlineNavigation: 'Sie sind offline. Andere Seiten lassen sich erst wieder mit Verbindung öffnen.',
  switchedElsewhere: 'Ihr Tarif wurde an anderer Stelle gewechselt.',
});

const errors = () => ({
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
  users_managed_by_host:
    'Die Zahl der Personen wird in der App verwaltet. Fügen Sie dort Personen hinzu oder entfernen Sie sie.',
  switch_conflict: 'Für dieses Konto läuft bereits ein Tarifwechsel. Versuchen Sie es erneut.',
});

export const base = { ui, shell, errors, amounts, pricing };
