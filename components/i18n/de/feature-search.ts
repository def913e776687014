import type { CountFormatter } from '@/lib/format/plurals';

export const featureSearch = ({ count, plural }: CountFormatter) => ({
  resultCount: (n: number) => `${count(n)} ${plural(n, { one: 'Treffer', other: 'Treffer' })}`,
  noResults: 'Kein Tarif enthält etwas mit diesem Namen. Versuchen Sie es mit weniger oder anderen Wörtern.',
  addOn: 'Zusatzfunktion',
  inPlans: (plans: string) => `In ${plans}`,
  asAddOn: (plans: string) => `Als Zusatzfunktion in ${plans}`,
  inEveryPlan: 'In jedem Tarif',
  inNoPlan: 'In keinem Tarif',
  others: (n: number) => `+${count(n)}`,
  yourPlanHasIt: 'In Ihrem Tarif enthalten',
  cheapest: (plan: string, price: string) => `Am günstigsten: ${plan}, ${price}`,
  planAndAddOn: (plan: string, addOn: string) => `${plan} + ${addOn}`,
  seeInComparison: (n: number) =>
    plural(n, {
      one: '1 weiteren Treffer im Vergleich ansehen',
      other: `${count(n)} weitere Treffer im Vergleich ansehen`,
    }),
  close: 'Suche schließen',
  notIncluded: (item: string) => `Ohne ${item}`,
  withAddOn: (item: string, price: string) => `${item} als Zusatzfunktion, ${price}`,
});
