import type { AllTexts } from '../texts';

export const notices: AllTexts['notices'] = () => ({
  title: 'Änderungen des Anbieters',
  titles: {
    changed: (provider, plan, date) => `${provider} hat ${plan} am ${date} geändert`,
    kept: (provider, plan, date) =>
      `${provider} hat ${plan} am ${date} geändert. Sie behalten, was Sie haben.`,
    renewal: (provider, plan, date, followed) =>
      `${provider} hat ${plan} am ${date} geändert. Für Sie gilt das ab ${followed}.`,
    moved: (provider, plan, date, before) =>
      `${provider} hat Sie am ${date} von ${before} auf ${plan} umgestellt`,
    announced: (provider, plan, date) => `${provider} ändert ${plan} am ${date}`,
    undone: (provider, plan, date) => `${provider} hat ${plan} geändert und das am ${date} zurückgenommen`,
    included: (_provider, addOn, date, plan) => `${plan} enthält seit dem ${date} ${addOn}`,
    ended: (provider, addOn, date) => `${provider} hat ${addOn} am ${date} ausgeschaltet`,
  },
  prices: (before, now) => `Der Preis ist ${now}. Vorher: ${before}.`,
  otherPrices: (before, now) => `Preis jetzt: ${now}. Vorher: ${before}.`,
  keptPrices: (yours, today) => `Sie haben den Tarif für ${yours}. Heute kostet er ${today}.`,
  otherKeptPrices: (yours, today) => `Ihr Preis: ${yours}. Heute: ${today}.`,
  datedPrices: (then, yours, date) => `Ab ${date}: ${then} statt ${yours}.`,
  samePrice: (price) => `Der Preis ist gleich: ${price}.`,
  sameFeatures: 'Die Funktionen sind gleich.',
  asBefore: (price) => `Sie haben wieder, was Sie vorher hatten. Der Preis ist ${price}.`,
  off: 'Die Zusatzfunktion ist ausgeschaltet. Sie zahlen nicht mehr dafür.',
  announcedOff: 'Die Zusatzfunktion wird dann ausgeschaltet. Sie zahlen nicht mehr dafür.',
  announcedGained: (features) => `Ab dann enthalten: ${features}`,
  announcedEnd: (date) => `Am ${date} erhalten Sie wieder, was Sie heute haben.`,
  lost: (features) => `Nicht mehr enthalten: ${features}`,
  lowered: (limits) => `Niedrigere Limits: ${limits}`,
  gained: (features) => `Jetzt enthalten: ${features}`,
  raised: (limits) => `Höhere Limits: ${limits}`,
  changed: (features) => `Weitere Änderungen: ${features}`,
  compare: 'Beide vergleichen',
  dismissing: 'Wird ausgeblendet …',
});
