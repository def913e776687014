import type { Counting } from '@/lib/format/words';

const periods = { month: 'Monat', year: 'Jahr' };

export const pricing = ({ count, plural }: Counting) => {
  const users = (n: number) => `${count(n)} ${plural(n, { one: 'Person', other: 'Personen' })}`;
  return {
    title: 'Tarife',
    failed: 'Die Tarife konnten nicht geladen werden',
    yourPlan: 'Ihr Tarif',
    yourPlanIs: (plan: string) => `Ihr Tarif: ${plan}`,
    yourPlanSince: (plan: string, date: string) => `Ihr Tarif: ${plan} seit dem ${date}`,
    noPlan: 'Sie haben noch keinen Tarif. Wählen Sie einen, um zu beginnen.',
    visitorLead: 'Was jeder Tarif kostet und was er gegenüber dem vorigen mehr bietet.',
    allPlans: 'Alle Tarife',
    noLongerOffered: 'Nicht mehr im Angebot',
    notPublic: 'Nicht öffentlich',
    currentIsRetired: 'Für andere nicht mehr im Angebot. Sie behalten ihn, solange Sie möchten.',
    free: 'Kostenlos',
    onRequest: 'Preis auf Anfrage',
    contactUs: 'Kontakt aufnehmen',
    words: {
      base: (amount: string, period: 'month' | 'year') => `${amount} / ${periods[period]}`,
      perUser: (amount: string, period: 'month' | 'year') => `${amount} pro Person / ${periods[period]}`,
      both: (base: string, perUser: string, period: 'month' | 'year') =>
        `${base} + ${perUser} pro Person / ${periods[period]}`,
      unchanged: 'Gleicher Preis',
    },
    seats: 'Personen',
    seatsHint: (max: number) => `1 bis ${count(max)}`,
    seatsCount: users,
    seatsRange: 'Personen, mit dem Regler',
    forSeats: (seats: number) => `Für ${users(seats)}`,
    included: (n: number) => `${count(n)} ${plural(n, { one: 'Funktion', other: 'Funktionen' })}`,
    everythingInPlus: (plan: string) => `Alles aus ${plan}, dazu`,
    everythingInOnly: (plan: string) => `Alles aus ${plan}, und sonst nichts`,
    seeAll: (n: number) => (n === 1 ? 'Die eine Funktion ansehen' : `Alle ${count(n)} Funktionen ansehen`),
    ofPlan: (plan: string) => `von ${plan}`,
    noFeatures: 'Keine Funktionen aufgeführt',
    more: (n: number) => `und ${count(n)} weitere`,
    moreInfo: 'Mehr über diesen Tarif',
    upgrade: 'Upgrade',
    downgrade: 'Downgrade',
    change: 'Wechseln',
    to: (plan: string) => `zu ${plan}`,
    signInToSwitch: 'Zum Wechseln anmelden',
    offlineReason: 'Sie sind offline. Der Wechsel muss warten.',
    optionalFeatures: 'Zusätzliche Funktionen für Ihren Tarif',
    optionalFeaturesForVisitors: 'Zusätzliche Funktionen',
    compareAll: 'Alle Funktionen vergleichen',
    empty: {
      title: 'Noch keine Tarife',
      body: 'Hier ist noch nichts veröffentlicht. Schauen Sie später wieder vorbei.',
    },
  };
};
