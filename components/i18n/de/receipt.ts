export const receipt = () => ({
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
});
