import type { CountFormatter } from '@/lib/format/plurals';
import { comparison } from './comparison';
import { notices } from './notices';

export const buildPlan = () => ({
  title: 'Tarif zusammenstellen',
  lead: 'Fügen Sie hinzu, was Sie brauchen. Die Summe gilt für alles Hinzugefügte.',
  accountLead: 'Aktivieren Sie, was Sie brauchen. Die Summe gilt für alles Aktivierte.',
  add: 'Hinzufügen',
  remove: 'Entfernen',
  selection: 'Ihre Auswahl',
});

export const featureSearch = ({ count, plural }: CountFormatter) => ({
  resultCount: (n: number) => `${count(n)} ${plural(n, { one: 'Treffer', other: 'Treffer' })}`,
  noResults: 'Kein Tarif enthält etwas mit diesem Namen. Versuchen Sie es mit weniger oder anderen Wörtern.',
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

export const usage = () => ({
  title: 'Ihre Nutzung',
  of: (used: string, allowed: string) => `${used} / ${allowed}`,
  uses: (used: string) => `Sie nutzen ${used}.`,
  none: (plan: string) => `In ${plan} nicht enthalten.`,
  remove: (excess: string) => `Entfernen Sie zuerst ${excess}.`,
});

export const planDetails = { buildPlan, comparison, featureSearch, notices, usage };
