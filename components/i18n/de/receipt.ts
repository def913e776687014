import type { CountFormatter } from '@/lib/format/plurals';

export const receipt = () => ({
  retired: {
    note: 'Für Neukunden nicht mehr verfügbar.',
    kept: 'Sie können ihn behalten, solange Sie möchten.',
  },
  /** What was agreed with the account, as its owners read it. */
  terms: {
    yours: { open: 'Ihre Konditionen', until: (date: string) => `Ihre Konditionen bis ${date}` },
    lost: {
      open: 'Sie verlieren Ihre Konditionen',
      until: (date: string) => `Sie verlieren Ihre Konditionen bis ${date}`,
    },
    price: (terms: string, price: string, listed: string) => `${terms}: ${price} statt ${listed}`,
  },
  /** What the plan costs from a date on. */
  next: (date: string, price: string) => `Ab ${date}: ${price}`,
  planWithAddOns: 'Ihr Tarif mit Zusatzfunktionen',
  caption: 'So setzt sich der Preis zusammen',
  before: 'Jetzt',
  after: 'Danach',
  plan: 'Tarif',
  included: 'Enthalten',
  total: { month: 'Summe pro Monat', year: 'Summe pro Jahr' },
  billedPerYear: 'Jährlich abgerechnet',
  perMonth: 'Pro Monat',
  difference: 'Unterschied',
  noDifference: 'Keiner',
  usersManagedIn: (n: string, app: string) => `${n}, verwaltet in ${app}`,
});

export const blockers = ({ count }: CountFormatter) => ({
  users: {
    startsAt: (plan: string, minimum: string) => `${plan} gibt es ab ${minimum}.`,
    allows: (plan: string, allowed: string) => `${plan} erlaubt ${allowed}.`,
    have: (n: number, excess: string) => `Sie haben ${count(n)}. Entfernen Sie zuerst ${excess}.`,
    chose: (n: number) => `Gewählt sind ${count(n)}.`,
  },
  noContact: (provider: string) => `${provider} nennt keine Kontaktadresse.`,
  /** Texts by code. */
  known: {
    quantity_out_of_range: 'Diesen Tarif gibt es nicht in dieser Menge.',
    self_service_disabled: 'Kontaktieren Sie uns, um zu diesem Tarif zu wechseln.',
    trial_unavailable: 'Für diesen Tarif haben Sie keine Testphase.',
    trial_used: 'Sie hatten die Testphase dieses Tarifs schon.',
    downgrade_unavailable: 'Kontaktieren Sie uns, um zu einem niedrigeren Tarif zu wechseln.',
  },
});
