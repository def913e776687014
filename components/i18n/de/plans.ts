import type { CountFormatter } from '@/lib/format/plurals';
import { parsePeriod } from '@/lib/format/plurals';
import { toUnit } from './units';

export const amounts = ({ count }: CountFormatter) => ({
  unlimited: 'Unbegrenzt',
  unit: toUnit,
  now: (after: string) => `jetzt ${after}`,
  was: (before: string) => `bisher ${before}`,
  upFrom: (before: string) => `statt ${before}`,
  change: (before: string, after: string) => `${before} → ${after}`,
  perShare: (quantity: string, unit: string) => `${quantity} pro ${unit}`,
  inPeriod: (quantity: string, period: string) => {
    const { count: n, name } = parsePeriod(period);
    return n === 1 ? `${quantity} pro ${toUnit(name, 1)}` : `${quantity} alle ${count(n)} ${toUnit(name, n)}`;
  },
});

const periods = { month: 'Monat', year: 'Jahr' };

export const pricing = ({ count, plural }: CountFormatter) => {
  const users = (n: number, unit: string | null = null) =>
    `${count(n)} ${unit ?? plural(n, { one: 'Person', other: 'Personen' })}`;
  return {
    title: 'Tarife',
    failed: 'Die Tarife konnten nicht geladen werden',
    yourPlan: 'Ihr Tarif',
    yourPlanIs: (plan: string) => `Ihr Tarif: ${plan}`,
    yourPlanSince: (plan: string, date: string) => `Ihr Tarif: ${plan} seit dem ${date}`,
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
    earlierPlan: (plan: string) => `${plan} (früher)`,
    free: 'Kostenlos',
    onRequest: 'Preis auf Anfrage',
    contactUs: 'Kontakt aufnehmen',
    price: {
      user: 'Person',
      perUnit: (amount: string, unit: string) => `${amount} pro ${toUnit(unit, 1)}`,
      sum: (base: string, perUser: string) => `${base} + ${perUser}`,
      inPeriod: (price: string, period: 'month' | 'year') => `${price} / ${periods[period]}`,
      orAnnually: (price: string) => `oder ${price} pro Jahr`,
      billedAnnually: (price: string) => `jährlich abgerechnet, ${price} pro Jahr`,
      billedMonthly: 'monatlich abgerechnet',
      bounds: (min: number, max: number | null, unit: string | null) => {
        const of = (n: number) => users(n, unit && toUnit(unit, n));
        if (max === null) return `ab ${of(min)}`;
        return min > 1 ? `${count(min)} bis ${of(max)}` : `bis ${of(max)}`;
      },
    },
    billing: {
      legend: 'Abrechnung',
      month: 'Monatlich',
      year: 'Jährlich',
      savesUpTo: (percent: string) => `Jährlich bis zu ${percent} günstiger`,
    },
    saving: (percent: string) => `${percent} günstiger`,
    billedPeriod: { month: 'Monatliche Abrechnung', year: 'Jährliche Abrechnung' },
    switchPeriod: { month: 'Zu monatlicher Abrechnung wechseln', year: 'Zu jährlicher Abrechnung wechseln' },
    seats: 'Personen',
    times: (n: number, item: string) => `${count(n)} × ${item}`,
    seatsHint: (min: number, max: number) => `${count(min)} bis ${count(max)}`,
    seatsInvalid: (min: number, max: number, shown: number, unit: string | null) =>
      `Geben Sie eine ganze Zahl von ${count(min)} bis ${count(max)} ein. Die Preise gelten für ${users(shown, unit)}.`,
    seatsCount: users,
    seatsRange: (label: string) => `${label} (Schieberegler)`,
    changeUsers: (n: number, unit: string | null = null) => `Auf ${users(n, unit)} ändern`,
    forSeats: (seats: number, unit: string | null = null) => `Für ${users(seats, unit)}`,
    featureCount: (n: number) => `${count(n)} ${plural(n, { one: 'Funktion', other: 'Funktionen' })}`,
    limitCount: (shown: number, total: number) => {
      const all = `${count(total)} ${plural(total, { one: 'Nutzungslimit', other: 'Nutzungslimits' })}`;
      return shown === total ? all : `${count(shown)} von ${all}`;
    },
    differentFrom: (plan: string) => `Anders als in ${plan}`,
    everythingInPlus: (plan: string) => `Alles aus ${plan} und dazu`,
    seeAllContents: 'Alle Inhalte ansehen',
    everythingInExceptPlus: (plan: string, exceptions: string) =>
      `Alles aus ${plan} außer ${exceptions} und dazu`,
    asIn: (plan: string) => `Wie in ${plan}`,
    sameFeaturesAs: (plan: string) => `Gleiche Funktionen wie ${plan}`,
    inEveryPlan: (n: number) =>
      `${count(n)} ${plural(n, { one: 'Funktion', other: 'Funktionen' })} in all diesen Tarifen`,
    sharedPlus: (n: number) =>
      `Die ${plural(n, { one: 'gemeinsame Funktion', other: `${count(n)} gemeinsamen Funktionen` })} und dazu`,
    sharedOnly: (n: number) =>
      `Die ${plural(n, { one: 'gemeinsame Funktion', other: `${count(n)} gemeinsamen Funktionen` })}`,
    seeAll: (n: number) => (n === 1 ? '1 Funktion ansehen' : `Alle ${count(n)} Funktionen ansehen`),
    seeFewer: 'Weniger Funktionen anzeigen',
    ofPlan: (plan: string) => `von ${plan}`,
    noFeatures: 'Keine Funktionen aufgeführt',
    andMore: (n: number) => `und ${count(n)} weitere`,
    moreInfo: 'Mehr über diesen Tarif',
    trial: 'Testen',
    upgrade: 'Upgrade',
    downgrade: 'Downgrade',
    none: 'Wechseln',
    toPlan: (plan: string) => `zu ${plan}`,
    seeChanges: 'Änderungen ansehen',
    withPlan: (plan: string) => `mit ${plan}`,
    choose: (plan: string) => `${plan} auswählen`,
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
