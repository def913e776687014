import type { CountFormatter } from '@/lib/format/plurals';

export const comparison = ({ count, plural }: CountFormatter) => ({
  title: 'Tarife vergleichen',
  lead: 'Alle Funktionen auf einen Blick.',
  failed: 'Der Vergleich konnte nicht geladen werden',
  caption: 'Was die Tarife enthalten',
  feature: 'Funktion',
  search: 'Funktionen suchen',
  onlyDifferences: 'Nur Unterschiede',
  plansShown: 'Angezeigte Tarife',
  firstPlan: 'Erster Tarif',
  secondPlan: 'Zweiter Tarif',
  featureCount: (shown: number, total: number) => {
    const all = `${count(total)} ${plural(total, { one: 'Funktion', other: 'Funktionen' })}`;
    return shown === total ? all : `${count(shown)} von ${all}`;
  },
  visiblePlans: (features: string, fit: number, chosen: number) =>
    `${features}. Angezeigt: ${count(fit)} von ${count(chosen)} ${plural(chosen, { one: 'Tarif', other: 'Tarifen' })}.`,
  choose: 'Auswählen',
  included: 'Enthalten',
  notIncluded: 'Nicht enthalten',
  optional: 'Zusatzfunktion',
  yourAddOn: 'Ihre Zusatzfunktion',
  youUse: (used: string) => `Sie nutzen ${used}`,
  previousPlans: 'Vorherige Tarife',
  nextPlans: 'Nächste Tarife',
  from: (price: string) => `ab ${price}`,
  addOnCount: (n: number) => `${count(n)} ${plural(n, { one: 'Zusatzfunktion', other: 'Zusatzfunktionen' })}`,
  ungrouped: 'Allgemein',
  noFeatures: {
    title: 'Noch nichts zu vergleichen',
    body: 'Für diese Tarife sind keine Funktionen aufgeführt.',
  },
  noDifferences: {
    title: 'Keine Unterschiede',
    body: (n: number): string =>
      n < 2
        ? 'Es wird nur ein Tarif angezeigt. Fügen Sie zum Vergleichen einen weiteren hinzu.'
        : 'Diese Tarife enthalten dieselben Funktionen.',
    action: 'Alle Funktionen anzeigen',
  },
  noMatch: {
    title: 'Keine passenden Funktionen',
    body: 'Versuchen Sie es mit weniger oder anderen Wörtern.',
  },
});
