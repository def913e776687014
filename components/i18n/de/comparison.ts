import type { AllTexts } from '../texts';

export const comparison: AllTexts['comparison'] = ({ count, plural }) => ({
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
  featureCount: (shown, total) => {
    const all = `${count(total)} ${plural(total, { one: 'Funktion', other: 'Funktionen' })}`;
    return shown === total ? all : `${count(shown)} von ${all}`;
  },
  visiblePlans: (features, fit, chosen) =>
    `${features}. Angezeigt: ${count(fit)} von ${count(chosen)} ${plural(chosen, { one: 'Tarif', other: 'Tarifen' })}.`,
  choose: 'Auswählen',
  included: 'Enthalten',
  notIncluded: 'Nicht enthalten',
  optional: 'Zusatzfunktion',
  yourAddOn: 'Ihre Zusatzfunktion',
  youUse: (used) => `Sie nutzen ${used}`,
  previousPlans: 'Vorherige Tarife',
  nextPlans: 'Nächste Tarife',
  from: (price) => `ab ${price}`,
  addOnCount: (n) => `${count(n)} ${plural(n, { one: 'Zusatzfunktion', other: 'Zusatzfunktionen' })}`,
  ungrouped: 'Allgemein',
  noFeatures: {
    title: 'Noch nichts zu vergleichen',
    body: 'Für diese Tarife sind keine Funktionen aufgeführt.',
  },
  noDifferences: {
    title: 'Keine Unterschiede',
    body: (n) =>
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
