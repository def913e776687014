import type { CountFormatter } from '@/lib/format/plurals';

export const history = ({ count, plural }: CountFormatter) => {
  const features = (n: number) => `${count(n)} ${plural(n, { one: 'Funktion', other: 'Funktionen' })}`;
  const changes = (n: number) => plural(n, { one: 'Änderung', other: 'Änderungen' });
  return {
    title: 'Verlauf',
    lead: 'Alle Änderungen an Ihrem Tarif, genau wie aufgezeichnet.',
    chart: {
      title: { month: 'Listenpreis pro Monat', year: 'Listenpreis pro Jahr' },
      showTable: 'Als Tabelle anzeigen',
      from: 'Ab',
      plan: 'Tarif',
      addOns: 'Zusatz',
      total: 'Summe',
    },
    filters: {
      plan: 'Tarif',
      person: 'Geändert von',
      everyone: 'Alle Personen',
      from: 'Von',
      to: 'Bis',
      shown: (shown: number, total: number) => `${count(shown)} von ${count(total)} Änderungen`,
      clear: 'Filter aufheben',
    },
    showDetails: 'Details anzeigen',
    hideDetails: 'Details ausblenden',
    failed: 'Der Verlauf konnte nicht geladen werden',
    list: 'Änderungen, die neueste zuerst',
    current: 'Aktuell',
    justNow: 'Gerade eben',
    changedFrom: {
      upgrade: (title: string) => `Upgrade von ${title}`,
      downgrade: (title: string) => `Downgrade von ${title}`,
      none: (title: string) => `Wechsel von ${title}`,
    },
    changedFromEarlier: {
      upgrade: (title: string) => `Upgrade von einem früheren ${title}`,
      downgrade: (title: string) => `Downgrade von einem früheren ${title}`,
      none: (title: string) => `Wechsel von einem früheren ${title}`,
    },
    followed: (title: string) => `Mit der Preisliste geändert, von einem früheren ${title}`,
    firstPlan: 'Erster Tarif',
    changedPeriod: {
      month: 'Zu monatlicher Abrechnung gewechselt',
      year: 'Zu jährlicher Abrechnung gewechselt',
    },
    undone: (title: string) => `Wechsel zu ${title} rückgängig gemacht`,
    undonePeriod: 'Wechsel der Abrechnung rückgängig gemacht',
    changedUsers: (users: string) => `Auf ${users} geändert`,
    undoneUsers: 'Änderung der Personenzahl rückgängig gemacht',
    undo: 'Rückgängig machen',
    active: 'Dauer',
    soFar: (duration: string) => `bisher ${duration}`,
    priceAtTheTime: 'Preis bei diesem Wechsel',
    changedBy: 'Geändert von',
    formerUser: 'Ehemaliges Mitglied',
    channels: {
      portal: (name: string) => `${name}, im Portal`,
      api: (name: string) => `${name}, über die API`,
      support: (name: string) => `${name}, Support`,
      command: (name: string) => `${name}, über die Kommandozeile`,
    },
    reason: 'Grund',
    catalogChange: (provider: string, plan: string) => `${provider} hat ${plan} geändert`,
    lost: (n: number) => `${features(n)} weniger`,
    gained: (n: number) => `${features(n)} mehr`,
    lostLimits: () => 'Nicht mehr enthaltene Nutzung',
    gainedLimits: () => 'Jetzt enthaltene Nutzung',
    lowered: (n: number) =>
      `${count(n)} ${plural(n, { one: 'niedrigeres Limit', other: 'niedrigere Limits' })}`,
    raised: (n: number) => `${count(n)} ${plural(n, { one: 'höheres Limit', other: 'höhere Limits' })}`,
    changed: (n: number) => `${count(n)} weitere ${changes(n)}`,
    startedWith: (n: number) => `${features(n)} zu Beginn`,
    startedWithLimits: () => 'Enthaltene Nutzung',
    sameFeatures: 'Die Funktionen sind gleich geblieben.',
    showAll: (n: number) => (n === 1 ? '1 Änderung anzeigen' : `Alle ${count(n)} Änderungen anzeigen`),
    showOlder: (n: number) => `${count(n)} ältere ${changes(n)} anzeigen`,
    loadingOlder: 'Ältere Änderungen werden geladen…',
    olderFailed: 'Ältere Änderungen konnten nicht geladen werden.',
    download: 'Als CSV herunterladen',
    options: {
      list: 'Änderungen an Zusatzfunktionen, neueste zuerst',
      failed: 'Änderungen an Zusatzfunktionen konnten nicht geladen werden.',
      filter: 'Anzeigen',
      filters: { all: 'Alle Änderungen', plans: 'Tarife', options: 'Zusatzfunktionen' },
      quantity: (addOn: string) => `Geändert zu ${addOn}`,
      toggle: {
        active: (addOn: string) => `${addOn} aktiviert`,
        inactive: (addOn: string) => `${addOn} deaktiviert`,
      },
      switch: {
        active: (addOn: string) => `${addOn} hat mit diesem Tarif einen neuen Preis`,
        inactive: (addOn: string) => `${addOn} endete mit diesem Wechsel`,
      },
      included: (addOn: string) => `${addOn} endete, weil der Tarif sie jetzt enthält`,
      restored: (addOn: string) => `${addOn} wieder aktiviert`,
    },
    empty: {
      title: 'Noch kein Tarifwechsel',
      body: 'Änderungen an Ihrem Tarif erscheinen hier.',
      action: 'Tarife ansehen',
    },
    noAccount: {
      visitor: {
        title: 'Melden Sie sich an, um Ihren Tarifverlauf zu sehen',
        body: 'Er zeigt, welche Tarife Ihr Konto wann hatte.',
      },
      signedIn: {
        title: 'Kein Tarifverlauf',
        body: 'Sie sind ohne Konto angemeldet, deshalb gibt es keinen Verlauf.',
      },
      openFromProduct:
        'Öffnen Sie diese Seite in Ihrem Produkt, während Sie mit Ihrem Konto angemeldet sind.',
    },
  };
};
