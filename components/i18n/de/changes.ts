import type { CountFormatter } from '@/lib/format/plurals';

export const changes = ({ count, plural }: CountFormatter) => ({
  title: 'Geplante Änderungen',
  badges: {
    from: (date: string) => `Ab ${date}`,
    until: (date: string) => `Bis ${date}`,
    trial: (n: number) => `${count(n)} Tage testen`,
    asked: 'Angefragt',
    waits: 'Wartet auf Bestätigung',
  },
  changesTo: (plan: string, date: string) => `Wechsel zu ${plan} am ${date}.`,
  changesPeriod: {
    month: (date: string) => `Wechsel zu monatlicher Abrechnung am ${date}.`,
    year: (date: string) => `Wechsel zu jährlicher Abrechnung am ${date}.`,
  },
  changesNumber: (number: string, date: string) => `Ab ${date} für ${number}.`,
  until: (plan: string, date: string, next: string) => `${plan} bis ${date}, danach ${next}.`,
  trialOf: (plan: string, date: string, next: string) => `Testphase von ${plan} bis ${date}, danach ${next}.`,
  trialOfSame: (plan: string, date: string, price: string) =>
    `Testphase von ${plan} bis ${date}, danach ${price}.`,
  trial: {
    title: (plan: string) => `Testphase von ${plan} starten?`,
    choice: (n: number) =>
      `Mit einer Testphase von ${count(n)} ${plural(n, { one: 'Tag', other: 'Tagen' })} beginnen`,
    confirm: 'Testphase starten',
    thenPlan: (date: string, plan: string, price: string) =>
      `Kostenlos bis ${date}, danach ${plan}: ${price}`,
    thenFreePlan: (date: string, plan: string) => `Kostenlos bis ${date}, danach ${plan}.`,
    thenSame: (date: string, price: string) => `Kostenlos bis ${date}, danach ${price}`,
    chosen: (price: string) => `Um den Tarif der Testphase zu behalten: ${price}`,
    addOnsPaid: (price: string) => `Zusatzfunktionen kosten auch in der Testphase: ${price}`,
    addOns: {
      restored: (addOn: string) => `${addOn} wird dann wieder aktiviert.`,
      dearer: (addOn: string, after: string, before: string) =>
        `${addOn} kostet dann ${after} statt ${before}.`,
      off: (addOn: string) => `${addOn} wird dann deaktiviert.`,
      lost: (addOn: string) => `${addOn} wird nicht wieder aktiviert.`,
    },
    chooseTitle: (plan: string) => `${plan} jetzt wählen?`,
    choose: (plan: string) => `${plan} wählen`,
    ends: (date: string) => `Ihre Testphase bis ${date} endet.`,
  },
  changesAll: (list: string, date: string) => `Änderungen am ${date}: ${list}.`,
  pays: {
    after: (after: string) => `Danach ${after}.`,
    same: (after: string) => `Danach ${after}, wie jetzt.`,
    instead: (after: string, before: string) => `Danach ${after} statt ${before}.`,
    inTrial: (price: string) => `Bis dahin kosten Zusatzfunktionen ${price}.`,
    afterTerms: (date: string, price: string) => `Ab ${date}, nach dem Ende der Konditionen: ${price}.`,
  },
  untilThen: (plan: string, price: string) => `Bis dahin behalten Sie ${plan}: ${price}.`,
  replaces: (plan: string, date: string) => `Ersetzt den Wechsel zu ${plan} am ${date}.`,
  joins: (date: string) =>
    `Sie erfolgt zusammen mit dem, was für den ${date} geplant ist. Der Betrag gilt für alles zusammen.`,
  byProvider: (provider: string, plan: string, date: string) =>
    `${provider} ändert Ihren Tarif am ${date} zu ${plan}.`,
  keep: (plan: string) => `${plan} behalten`,
  keepBilling: 'Abrechnungszeitraum behalten',
  keepUsers: 'Anzahl der Nutzer behalten',
  keepQuantity: 'Menge behalten',
  choose: 'Anderen Tarif wählen',
  waitsForProvider: (plan: string, provider: string) => `Der Wechsel zu ${plan} wartet auf ${provider}.`,
  continueToPayment: 'Weiter zur Zahlung',
  cancelSwitch: 'Wechsel abbrechen',
  notMade: (plan: string) => `Der Wechsel zu ${plan} wurde nicht ausgeführt.`,
  blockers: {
    usage_exceeds_limit: 'Die Nutzung übersteigt, was der Tarif erlaubt.',
    price_increased: 'Der Preis ist höher als bei Ihrer Wahl.',
    content_reduced: 'Der Tarif enthält weniger als bei Ihrer Wahl.',
    terms_would_end: 'Seit Ihrer Wahl wurden Konditionen vereinbart, die dadurch enden.',
  },
  undoBlockers: {
    period_end_unknown:
      'Diese Änderung gilt ab dem Ende Ihres Abrechnungszeitraums, das nicht bekannt ist. Kontaktieren Sie uns.',
    undo_superseded:
      'Ihr Tarif oder eine Zusatzfunktion hat sich seit diesem Wechsel geändert. Wählen Sie stattdessen einen Tarif.',
    undo_expired: 'Der Wechsel liegt mehr als 24 Stunden zurück. Wählen Sie stattdessen einen Tarif.',
    undo_unavailable:
      'Was Sie vorher hatten, etwa eine Testphase oder einen früheren Preis, gibt es nicht mehr. Wählen Sie stattdessen einen Tarif.',
    confirmation_required: 'Der Anbieter bestätigt jeden Wechsel. Wählen Sie stattdessen einen Tarif.',
    change_locked: 'Diese Änderung hat der Anbieter entschieden. Wählen Sie stattdessen einen Tarif.',
  },
  copyLink: {
    label: 'Link für Inhaber kopieren',
    copied: 'Link kopiert. Inhaber, die ihn öffnen, sehen diesen Wechsel.',
    failed: 'Der Link konnte nicht kopiert werden. Kopieren Sie stattdessen die Adresse dieser Seite.',
  },
  restores: 'Sie haben danach wieder',
  review: 'Wechsel prüfen',
  viewRequests: 'Anfragen ansehen',
  youAsked: (plan: string) => `Sie haben um ${plan} gebeten. Wem das Konto gehört, entscheidet.`,
  withdraw: 'Anfrage zurückziehen',
  canceling: 'Wird abgebrochen…',
  cancelFailed: 'Der Wechsel wurde nicht abgebrochen.',
  kept: (plan: string) => `Sie behalten ${plan}.`,
  canceled: (plan: string) => `Der Wechsel zu ${plan} ist abgebrochen.`,
  applied: (plan: string) => `Ihr Tarif ist jetzt ${plan}.`,
  superseded: (plan: string) => `Eine andere Änderung hat den Wechsel zu ${plan} ersetzt.`,
  expired: (plan: string) =>
    `Der Wechsel zu ${plan} wurde nicht rechtzeitig bestätigt. Es wurde nichts geändert.`,
  declinedBy: (person: string, plan: string) =>
    `${person} hat den Wechsel zu ${plan} abgelehnt. Es wurde nichts geändert.`,
  addOn: {
    turnsOff: (addOn: string, date: string) => `${addOn} wird am ${date} deaktiviert.`,
    waitsForProvider: (addOn: string, provider: string) => `${addOn} wartet auf ${provider}.`,
    cancelSwitch: 'Änderung abbrechen',
    notMade: (addOn: string) => `Die Änderung zu ${addOn} wurde nicht ausgeführt.`,
    canceled: (addOn: string) => `Die Änderung zu ${addOn} ist abgebrochen.`,
    applied: (addOn: string) => `Sie haben jetzt ${addOn}.`,
    superseded: (addOn: string) => `Eine andere Änderung hat die zu ${addOn} ersetzt.`,
    expired: (addOn: string) => `${addOn} wurde nicht rechtzeitig bestätigt. Es wurde nichts geändert.`,
    declinedBy: (person: string, addOn: string) =>
      `${person} hat ${addOn} abgelehnt. Es wurde nichts geändert.`,
  },
  scheduledBy: (person: string) => `Geplant von ${person}`,
  requests: {
    title: 'Anfragen',
    lead: 'Wer um einen anderen Tarif oder eine Zusatzfunktion bittet. Wem das Konto gehört, entscheidet.',
    failed: 'Die Anfragen konnten nicht geladen werden',
    empty: {
      title: 'Keine Anfragen',
      body: 'Mitglieder können auf der Tarifseite um einen anderen Tarif bitten. Ihre Anfrage steht dann hier.',
      action: 'Alle Tarife ansehen',
    },
    noAccount: {
      visitor: {
        title: 'Melden Sie sich an, um die Anfragen Ihres Kontos zu sehen',
        body: 'Mitglieder bitten um einen anderen Tarif oder eine Zusatzfunktion, und wem das Konto gehört, entscheidet hier.',
      },
      signedIn: {
        title: 'Keine Anfragen',
        body: 'Sie sind ohne Konto angemeldet, daher gibt es keine Anfragen.',
      },
    },
    open: 'Noch nicht entschieden',
    ended: 'Entschieden',
    asks: (person: string, plan: string) => `${person} bittet um ${plan}`,
    asked: (person: string, plan: string) => `${person} hat um ${plan} gebeten`,
    people: (n: number) =>
      `${count(n)} ${plural(n, { one: 'Person bittet', other: 'Personen bitten' })} darum.`,
    review: 'Prüfen und zustimmen',
    approve: 'Zustimmen',
    all: 'Alle Anfragen ansehen',
    decline: 'Ablehnen',
    states: {
      approved: (person: string) => `Zugestimmt hat ${person}`,
      declined: (person: string) => `Abgelehnt hat ${person}`,
      canceled: 'Zurückgezogen',
      superseded: 'Durch eine andere Änderung ersetzt',
      expired: '30 Tage ohne Antwort',
    },
    declining: {
      title: (plan: string) => `${plan} ablehnen?`,
      body: 'Alle, die darum gebeten haben, können Ihre Nachricht lesen.',
      message: 'Nachricht (optional)',
      working: 'Wird abgelehnt…',
      failed: 'Die Anfrage wurde nicht abgelehnt.',
    },
  },
});
