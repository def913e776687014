import { parsePeriod } from '@/lib/format/plurals';
import type { AllTexts } from '../texts';
import { toUnit } from './units';

export const amounts: AllTexts['amounts'] = ({ count }) => ({
  unlimited: 'Unbegrenzt',
  unit: toUnit,
  now: (after) => `jetzt ${after}`,
  was: (before) => `bisher ${before}`,
  upFrom: (before) => `statt ${before}`,
  change: (before, after) => `${before} → ${after}`,
  perShare: (quantity, unit) => `${quantity} pro ${unit}`,
  inPeriod: (quantity, period) => {
    const { count: n, name } = parsePeriod(period);
    return n === 1 ? `${quantity} pro ${toUnit(name, 1)}` : `${quantity} alle ${count(n)} ${toUnit(name, n)}`;
  },
});

const periods = { month: 'Monat', year: 'Jahr' };

export const pricing: AllTexts['pricing'] = ({ count, plural }) => {
  const users = (n: number, unit: string | null = null) =>
    `${count(n)} ${unit ?? plural(n, { one: 'Person', other: 'Personen' })}`;
  return {
    title: 'Tarife',
    failed: 'Die Tarife konnten nicht geladen werden',
    yourPlan: 'Ihr Tarif',
    yourPlanIs: (plan) => `Ihr Tarif: ${plan}`,
    yourPlanSince: (plan, date) => `Ihr Tarif: ${plan} seit dem ${date}`,
    noPlan: 'Sie haben noch keinen Tarif. Wählen Sie einen aus, um loszulegen.',
    visitorLead: 'Was jeder Tarif kostet und was gegenüber dem vorherigen hinzukommt.',
    allPlans: 'Alle Tarife',
    noLongerOffered: 'Nicht mehr im Angebot',
    recommended: 'Empfohlen',
    overview: 'Tarife im Überblick',
    search: 'Welcher Tarif hat …?',
    planFamilies: 'Tariffamilien',
    otherPlans: 'Weitere Tarife',
    notPublic: 'Nicht öffentlich',
    earlierPlan: (plan) => `${plan} (früher)`,
    free: 'Kostenlos',
    onRequest: 'Preis auf Anfrage',
    contactUs: 'Kontakt aufnehmen',
    price: {
      user: 'Person',
      perUnit: (amount, unit) => `${amount} pro ${toUnit(unit, 1)}`,
      sum: (base, perUser) => `${base} + ${perUser}`,
      inPeriod: (price, period) => `${price} / ${periods[period]}`,
      orAnnually: (price) => `oder ${price} pro Jahr`,
      billedAnnually: (price) => `jährlich abgerechnet, ${price} pro Jahr`,
      billedMonthly: 'monatlich abgerechnet',
      bounds: (min, max, unit) => {
        const of = (n: number) => users(n, unit && toUnit(unit, n));
        if (max === null) return `ab ${of(min)}`;
        return min > 1 ? `${count(min)} bis ${of(max)}` : `bis ${of(max)}`;
      },
    },
    billing: {
      legend: 'Abrechnung',
      month: 'Monatlich',
      year: 'Jährlich',
      savesUpTo: (percent) => `Jährlich bis zu ${percent} günstiger`,
    },
    saving: (percent) => `${percent} günstiger`,
    billedPeriod: { month: 'Monatliche Abrechnung', year: 'Jährliche Abrechnung' },
    switchPeriod: { month: 'Zu monatlicher Abrechnung wechseln', year: 'Zu jährlicher Abrechnung wechseln' },
    seats: 'Personen',
    times: (n, item) => `${count(n)} × ${item}`,
    seatsHint: (min, max) => `${count(min)} bis ${count(max)}`,
    seatsInvalid: (min, max, shown, unit) =>
      `Geben Sie eine ganze Zahl von ${count(min)} bis ${count(max)} ein. Die Preise gelten für ${users(shown, unit)}.`,
    seatsCount: users,
    seatsRange: (label) => `${label} (Schieberegler)`,
    changeUsers: (n, unit = null) => `Auf ${users(n, unit)} ändern`,
    forSeats: (seats, unit = null) => `Für ${users(seats, unit)}`,
    featureCount: (n) => `${count(n)} ${plural(n, { one: 'Funktion', other: 'Funktionen' })}`,
    limitCount: (shown, total) => {
      const all = `${count(total)} ${plural(total, { one: 'Nutzungslimit', other: 'Nutzungslimits' })}`;
      return shown === total ? all : `${count(shown)} von ${all}`;
    },
    differentFrom: (plan) => `Anders als in ${plan}`,
    everythingInPlus: (plan) => `Alles aus ${plan} und dazu`,
    seeAllContents: 'Alle Inhalte ansehen',
    everythingInExceptPlus: (plan, exceptions) => `Alles aus ${plan} außer ${exceptions} und dazu`,
    asIn: (plan) => `Wie in ${plan}`,
    sameFeaturesAs: (plan) => `Gleiche Funktionen wie ${plan}`,
    inEveryPlan: (n) =>
      `${count(n)} ${plural(n, { one: 'Funktion', other: 'Funktionen' })} in all diesen Tarifen`,
    sharedPlus: (n) =>
      `Die ${plural(n, { one: 'gemeinsame Funktion', other: `${count(n)} gemeinsamen Funktionen` })} und dazu`,
    sharedOnly: (n) =>
      `Die ${plural(n, { one: 'gemeinsame Funktion', other: `${count(n)} gemeinsamen Funktionen` })}`,
    seeAll: (n) => (n === 1 ? '1 Funktion ansehen' : `Alle ${count(n)} Funktionen ansehen`),
    seeFewer: 'Weniger Funktionen anzeigen',
    ofPlan: (plan) => `von ${plan}`,
    noFeatures: 'Keine Funktionen aufgeführt',
    andMore: (n) => `und ${count(n)} weitere`,
    moreInfo: 'Mehr über diesen Tarif',
    trial: 'Testen',
    upgrade: 'Upgrade',
    downgrade: 'Downgrade',
    none: 'Wechseln',
    toPlan: (plan) => `zu ${plan}`,
    seeChanges: 'Änderungen ansehen',
    withPlan: (plan) => `mit ${plan}`,
    choose: (plan) => `${plan} auswählen`,
    offlineReason: 'Sie sind offline. Ein Tarifwechsel ist erst wieder online möglich.',
    addOns: 'Zusatzfunktionen für Ihren Tarif',
    addOnsForVisitors: 'Verfügbare Zusatzfunktionen',
    compareAll: 'Alle Funktionen vergleichen',
    empty: {
      title: 'Noch keine Tarife',
      body: 'Es wurden noch keine Tarife veröffentlicht. Schauen Sie später wieder vorbei.',
    },
  };
};
