import type { AllTexts } from '../texts';

export const receipt: AllTexts['receipt'] = () => ({
  retired: {
    note: 'Für Neukunden nicht mehr verfügbar.',
    kept: 'Sie können ihn behalten, solange Sie möchten.',
  },
  /** What was agreed with the account, as its owners read it. */
  terms: {
    yours: { open: 'Ihre Konditionen', until: (date) => `Ihre Konditionen bis ${date}` },
    lost: {
      open: 'Sie verlieren Ihre Konditionen',
      until: (date) => `Sie verlieren Ihre Konditionen bis ${date}`,
    },
    price: (terms, price, listed) => `${terms}: ${price} statt ${listed}`,
  },
  /** What the plan costs from a date on. */
  next: (date, price) => `Ab ${date}: ${price}`,
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
  usersManagedIn: (n, app) => `${n}, verwaltet in ${app}`,
});

export const blockers: AllTexts['blockers'] = ({ count }) => ({
  users: {
    startsAt: (plan, minimum) => `${plan} gibt es ab ${minimum}.`,
    allows: (plan, allowed) => `${plan} erlaubt ${allowed}.`,
    have: (n, excess) => `Sie haben ${count(n)}. Entfernen Sie zuerst ${excess}.`,
    chose: (n) => `Gewählt sind ${count(n)}.`,
  },
  noContact: (provider) => `${provider} nennt keine Kontaktadresse.`,
  /** Texts by code. */
  known: {
    quantity_out_of_range: 'Diesen Tarif gibt es nicht in dieser Menge.',
    self_service_disabled: 'Kontaktieren Sie uns, um zu diesem Tarif zu wechseln.',
    trial_unavailable: 'Für diesen Tarif haben Sie keine Testphase.',
    trial_used: 'Sie hatten die Testphase dieses Tarifs schon.',
    downgrade_unavailable: 'Kontaktieren Sie uns, um zu einem niedrigeren Tarif zu wechseln.',
  },
});
