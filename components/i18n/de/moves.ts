import type { AllTexts } from '../texts';

export const moves: AllTexts['moves'] = ({ count, plural }) => {
  const accounts = (n: number) => `${count(n)} ${plural(n, { one: 'Konto', other: 'Konten' })}`;
  return {
    title: 'Umstellungen',
    lead: 'Stellen Sie die Konten eines Tarifs auf einen anderen um, etwa die eines eingestellten Tarifs. Wem ein Konto gehört, sieht das Datum und kann anders wählen.',
    from: 'Von',
    to: 'Zu',
    choose: 'Tarif wählen',
    retired: (plan) => `${plan} (eingestellt)`,
    when: 'Zeitpunkt',
    periodEnd: 'Am Ende des jeweiligen Abrechnungszeitraums',
    date: 'An einem Datum',
    now: 'Jetzt',
    dateLabel: 'Datum',
    reason: 'Grund, den die Konten lesen (optional)',
    check: 'Prüfen',
    checking: 'Wird geprüft…',
    incomplete: 'Wählen Sie zwei verschiedene Tarife.',
    dateInvalid: 'Wählen Sie ein Datum in den nächsten zwei Jahren.',
    checkFailed: 'Die Konten konnten nicht geprüft werden.',
    checked: {
      title: 'Was passieren wird',
      none: 'Es kann kein Konto umgestellt werden.',
      noAccounts: 'Kein Konto hat diesen Tarif.',
      moved: (n) => `${accounts(n)} ${plural(n, { one: 'wird', other: 'werden' })} umgestellt.`,
      part: (all, movable, checked) =>
        `${accounts(all)} ${plural(all, { one: 'hat', other: 'haben' })} diesen Tarif. Von den neuesten ${count(checked)} können ${count(movable)} umgestellt werden.`,
      revenue: 'Wenn alle Konten des Tarifs umgestellt werden, nach Listenpreis:',
      sample: 'Zum Beispiel:',
      skipped: (n) => `${accounts(n)} ${plural(n, { one: 'wird', other: 'werden' })} nicht umgestellt:`,
      more: (n) => `Und ${count(n)} weitere.`,
    },
    reasons: {
      change_scheduled: 'hat eine geplante Änderung',
      terms_would_end: 'hat Konditionen, die enden würden',
      period_end_unknown: 'das Ende des Abrechnungszeitraums ist nicht bekannt',
      version_current: 'hat den Tarif verlassen',
    },
    move: (n) => `${accounts(n)} umstellen`,
    moving: 'Wird umgestellt…',
    moveFailed:
      'Vielleicht hat die Umstellung nicht begonnen. Versuchen Sie es erneut: Kein Konto wird zweimal umgestellt.',
    begun: (n) => `Die Umstellung von ${accounts(n)} hat begonnen.`,
    list: 'Bisherige Umstellungen',
    none: 'Noch keine Umstellungen.',
    fromTo: (from, to) => `${from} zu ${to}`,
    scheduling: (n, all) => `${count(n)} von ${accounts(all)} geprüft`,
    canceling: 'Der Rest wird abgebrochen.',
    stopped: {
      preview_stale: 'Angehalten: Preis oder Inhalt des neuen Tarifs hat sich geändert.',
      version_inactive: 'Angehalten: Der neue Tarif wird nicht mehr angeboten.',
      version_not_found: 'Angehalten: Der neue Tarif wird nicht mehr angeboten.',
    },
    left: (n) => `${accounts(n)} ${plural(n, { one: 'wurde', other: 'wurden' })} nicht geprüft.`,
    onDate: (date) => `Am ${date}`,
    states: {
      open: (n) => `${count(n)} geplant`,
      waiting: (n) => `${count(n)} unbestätigt`,
      applied: (n) => `${count(n)} umgestellt`,
      superseded: (n) => `${count(n)} anders entschieden`,
      declined: (n) => `${count(n)} abgelehnt`,
      expired: (n) => `${count(n)} ohne Antwort`,
      canceled: (n) => `${count(n)} abgebrochen`,
    },
    cancel: {
      open: 'Rest abbrechen',
      title: 'Rest der Umstellung abbrechen?',
      body: (n) =>
        `${accounts(n)} ${plural(n, { one: 'behält', other: 'behalten' })} den Tarif. Umgestellte Konten bleiben im neuen.`,
      keep: 'Nicht abbrechen',
      working: 'Wird abgebrochen…',
      failed: 'Vielleicht ist der Rest nicht abgebrochen. Versuchen Sie es erneut.',
      done: 'Der Rest der Umstellung ist abgebrochen.',
    },
  };
};
