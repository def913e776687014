import type { Counting } from '@/lib/format/words';

export const comparison = ({ count, plural }: Counting) => ({
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
  shown: (shown: number, total: number) => {
    const all = `${count(total)} ${plural(total, { one: 'Funktion', other: 'Funktionen' })}`;
    return shown === total ? all : `${count(shown)} von ${all}`;
  },
  plansThatFit: (features: string, fit: number, chosen: number) =>
    `${features}; Platz ist hier für ${count(fit)} von ${count(chosen)} ${plural(chosen, { one: 'Tarif', other: 'Tarifen' })}`,
  included: 'Enthalten',
  notIncluded: 'Nicht enthalten',
  optional: 'Optional',
  otherFeatures: 'Allgemein',
  noFeatures: {
    title: 'Noch nichts zu vergleichen',
    body: 'Für diese Tarife sind noch keine Funktionen aufgeführt.',
  },
  noDifferences: {
    title: 'Keine Unterschiede',
    body: (n: number): string =>
      n < 2
        ? 'Ein Tarif allein unterscheidet sich von nichts. Blenden Sie einen zweiten ein.'
        : 'Diese Tarife enthalten dasselbe.',
    action: 'Alle Funktionen anzeigen',
  },
  noMatch: {
    title: 'Keine passende Funktion',
    body: 'Versuchen Sie es mit weniger oder anderen Wörtern.',
  },
});
