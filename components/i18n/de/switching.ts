import type { AllTexts } from '../texts';

export const switching: AllTexts['switching'] = ({ count, plural }) => {
  const features = (n: number) => `${count(n)} ${plural(n, { one: 'Funktion', other: 'Funktionen' })}`;
  const addOns = (n: number) =>
    `${count(n)} ${plural(n, { one: 'Zusatzfunktion', other: 'Zusatzfunktionen' })}`;
  return {
    title: (plan) => `Zu ${plan} wechseln?`,
    titleWithoutPlan: 'Tarif wechseln?',
    titlePeriod: { month: 'Zu monatlicher Abrechnung wechseln?', year: 'Zu jährlicher Abrechnung wechseln?' },
    from: (plan) => `Aktueller Tarif: ${plan}.`,
    priceSentence: ({ after, before, difference, period, seats, unit }) => {
      const time = period ? { month: ' im Monat', year: ' im Jahr' }[period] : '';
      const compared = before === after ? ', wie bisher' : ` statt ${before}`;
      const instead = before === null ? '' : compared;
      const users = (n: number) => `${count(n)} ${unit ?? plural(n, { one: 'Person', other: 'Personen' })}`;
      const forUsers = seats === null ? '' : `, für ${users(seats)}`;
      return `${after}${time}${instead}${forUsers}${difference === null ? '' : ` (${difference})`}.`;
    },
    changeCounts: ({ lost, lostLimits, lowered, gained, gainedLimits, raised }) =>
      [
        `Entfallende Funktionen: ${count(lost)}.`,
        lostLimits > 0 && `Entfallende Nutzungslimits: ${count(lostLimits)}.`,
        lowered > 0 && `Niedrigere Limits: ${count(lowered)}.`,
        `Zusätzliche Funktionen: ${count(gained)}.`,
        gainedLimits > 0 && `Zusätzliche Nutzungslimits: ${count(gainedLimits)}.`,
        raised > 0 && `Höhere Limits: ${count(raised)}.`,
      ]
        .filter(Boolean)
        .join(' '),
    reason: 'Grund (optional)',
    requiredReason: 'Grund, den das Konto im Verlauf sieht',
    reasonMissing: 'Geben Sie einen Grund an. Es wurde nichts geändert.',
    unknownPlan: {
      title: 'Diesen Tarif gibt es nicht',
      body: 'Vielleicht wird er Ihnen nicht mehr angeboten, oder der Link ist falsch. Ihr Tarif ist unverändert.',
    },
    loadingPreview: 'Änderungen werden geladen…',
    youLose: (n) => (n === 0 ? 'Sie verlieren keine Funktionen' : `Sie verlieren ${features(n)}`),
    youGain: (n) => (n === 0 ? 'Sie erhalten keine zusätzlichen Funktionen' : `Sie erhalten ${features(n)}`),
    addOns: {
      lost: (n) => `Sie verlieren ${addOns(n)}`,
      included: (n) => `${addOns(n)} jetzt enthalten`,
      kept: (n) => `${addOns(n)} ${plural(n, { one: 'bleibt', other: 'bleiben' })} aktiv`,
    },
    optionalLost: 'Nicht mehr verfügbare Zusatzfunktionen',
    optionalGained: 'Bisher Zusatzfunktion, jetzt enthalten',
    lostLimits: 'Nicht mehr enthaltene Nutzung',
    gainedLimits: 'Jetzt enthaltene Nutzung',
    lowerLimits: 'Niedrigere Limits',
    higherLimits: 'Höhere Limits',
    otherChanges: 'Weitere Änderungen',
    sameFeatures: 'Die Funktionen bleiben gleich.',
    unchangedFeatures: (n) => `${features(n)} ${plural(n, { one: 'bleibt', other: 'bleiben' })} unverändert.`,
    unchangedLimits: (n) =>
      `${count(n)} ${plural(n, { one: 'Nutzungslimit bleibt', other: 'Nutzungslimits bleiben' })} unverändert.`,
    effective: 'Gilt ab sofort.',
    when: {
      legend: 'Zeitpunkt',
      now: 'Jetzt',
      periodEnd: (date) => `Am Ende des Zeitraums, ${date}`,
      date: 'An einem Datum',
      dateLabel: 'Datum',
      dateHint: 'Wählen Sie ein Datum in den nächsten zwei Jahren.',
      confirm: (date) => `Am ${date} wechseln`,
      effective: (date) => `Gilt ab ${date}.`,
    },
    ask: {
      title: (plan) => `Um ${plan} bitten?`,
      titlePeriod: { month: 'Um monatliche Abrechnung bitten?', year: 'Um jährliche Abrechnung bitten?' },
      confirm: (plan) => `Um ${plan} bitten`,
      send: 'Inhaber fragen',
      note: 'Nachricht an die Inhaber (optional)',
      effective: 'Ein Inhaber Ihres Kontos entscheidet.',
    },
    afterPayment: 'Gilt nach der Zahlung.',
    billedBy: (provider) => `${provider} stellt Ihnen die Rechnung.`,
    continueToPayment: 'Weiter zur Zahlung',
    continuing: 'Weiterleitung…',
    sending: 'Wird gesendet…',
    keep: (plan) => `${plan} behalten`,
    confirm: (plan) => `Zu ${plan} wechseln`,
    confirmAgain: (plan) => `Ja, zu ${plan} wechseln`,
    switching: 'Tarif wird gewechselt…',
    close: 'Schließen',
    showAll: (n) => `Alle ${count(n)} anzeigen`,
    changed: {
      title: 'Die Angaben haben sich geändert',
      plan: 'Ihr Tarif hat sich geändert.',
      price: 'Ein Preis hat sich geändert.',
      features: 'Die Funktionen dieser Tarife haben sich geändert.',
      other: 'Andere Angaben zu diesen Tarifen haben sich geändert.',
      review: 'Prüfen Sie die Änderungen und bestätigen Sie erneut.',
    },
    alreadyOnPlan: 'Sie haben diesen Tarif bereits.',
    notAllowed: 'Sie können nicht zu diesem Tarif wechseln',
    failed: 'Ihr Tarif wurde nicht gewechselt',
    unknown: {
      title: 'Es ist noch unklar, ob der Wechsel geklappt hat',
      resending: 'Keine Antwort erhalten. Die Anfrage wird erneut gesendet. Sie wird nur einmal ausgeführt.',
      resend: 'Wenn Sie es erneut versuchen, wird die Anfrage trotzdem nur einmal ausgeführt.',
    },
    offline: 'Sie sind offline. Es wird erst gesendet, wenn Sie die Schaltfläche erneut drücken.',
    previewFailed: 'Die Änderungen konnten nicht geladen werden',
    undo: {
      open: 'Rückgängig machen',
      title: (plan) => `Wechsel zu ${plan} rückgängig machen?`,
      titlePeriod: {
        month: 'Wechsel zu monatlicher Abrechnung rückgängig machen?',
        year: 'Wechsel zu jährlicher Abrechnung rückgängig machen?',
      },
      confirm: 'Wechsel rückgängig machen',
      notAllowed: 'Dieser Wechsel kann nicht rückgängig gemacht werden',
    },
    done: {
      nowOn: (plan, price) => `Ihr Tarif ist jetzt ${plan}: ${price}`,
      scheduled: (plan, date) => `${plan} beginnt am ${date}. Bis dahin ändert sich nichts.`,
      addOnsEnded: (n) => `${addOns(n)} beendet.`,
    },
  };
};
