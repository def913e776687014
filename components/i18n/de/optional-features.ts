import type { CountFormatter } from '@/lib/format/plurals';

export const optionalFeatures = ({ count }: CountFormatter) => ({
  title: 'Zusatzfunktionen',
  failed: 'Die Zusatzfunktionen konnten nicht geladen werden',
  lead: (plan: string) => `Zusatzfunktionen für ${plan} und ihre Preise.`,
  visitorLead: 'Zusatzfunktionen für alle Tarife und ihre Preise.',
  ungrouped: 'Allgemein',
  availableWith: (plans: string) => `mit ${plans}`,
  includes: 'Enthält',
  andMore: (n: number) => `und ${count(n)} weitere`,
  requires: (addOns: string) => `Setzt ${addOns} voraus`,
  excludes: (addOns: string) => `Nicht kombinierbar mit ${addOns}`,
  contactToAdd: (contactUs: string) => `Um eine hinzuzufügen, ${contactUs}.`,
  contactUs: 'kontaktieren Sie uns',
  empty: {
    title: (plan: string) => `Keine Zusatzfunktionen für ${plan}`,
    titleWithoutPlan: 'Keine Zusatzfunktionen',
    bodyWithoutPlan: 'Alle Funktionen sind in einem Tarif enthalten.',
    body: 'Vielleicht enthält ein anderer Tarif die Funktionen, die Sie brauchen.',
    action: 'Tarife vergleichen',
  },
});
