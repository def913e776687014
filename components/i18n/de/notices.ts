export const notices = () => ({
  title: 'Änderungen des Anbieters',
  titles: {
    changed: (provider: string, plan: string, date: string) => `${provider} hat ${plan} am ${date} geändert`,
    kept: (provider: string, plan: string, date: string) =>
      `${provider} hat ${plan} am ${date} geändert. Sie behalten, was Sie haben.`,
    renewal: (provider: string, plan: string, date: string, followed: string) =>
      `${provider} hat ${plan} am ${date} geändert. Für Sie gilt das ab ${followed}.`,
    moved: (provider: string, plan: string, date: string, before: string) =>
      `${provider} hat Sie am ${date} von ${before} auf ${plan} umgestellt`,
    announced: (provider: string, plan: string, date: string) => `${provider} ändert ${plan} am ${date}`,
    undone: (provider: string, plan: string, date: string) =>
      `${provider} hat ${plan} geändert und das am ${date} zurückgenommen`,
    included: (_provider: string, addOn: string, date: string, plan: string) =>
      `${plan} enthält seit dem ${date} ${addOn}`,
    ended: (provider: string, addOn: string, date: string) =>
      `${provider} hat ${addOn} am ${date} ausgeschaltet`,
  },
  prices: (before: string, now: string) => `Der Preis ist ${now}. Vorher: ${before}.`,
  otherPrices: (before: string, now: string) => `Preis jetzt: ${now}. Vorher: ${before}.`,
  keptPrices: (yours: string, today: string) => `Sie haben den Tarif für ${yours}. Heute kostet er ${today}.`,
  otherKeptPrices: (yours: string, today: string) => `Ihr Preis: ${yours}. Heute: ${today}.`,
  datedPrices: (then: string, yours: string, date: string) => `Ab ${date}: ${then} statt ${yours}.`,
  samePrice: (price: string) => `Der Preis ist gleich: ${price}.`,
  sameFeatures: 'Die Funktionen sind gleich.',
  asBefore: (price: string) => `Sie haben wieder, was Sie vorher hatten. Der Preis ist ${price}.`,
  off: 'Die Zusatzfunktion ist ausgeschaltet. Sie zahlen nicht mehr dafür.',
  announcedOff: 'Die Zusatzfunktion wird dann ausgeschaltet. Sie zahlen nicht mehr dafür.',
  announcedGained: (features: string) => `Ab dann enthalten: ${features}`,
  announcedEnd: (date: string) => `Am ${date} erhalten Sie wieder, was Sie heute haben.`,
  lost: (features: string) => `Nicht mehr enthalten: ${features}`,
  lowered: (limits: string) => `Niedrigere Limits: ${limits}`,
  gained: (features: string) => `Jetzt enthalten: ${features}`,
  raised: (limits: string) => `Höhere Limits: ${limits}`,
  changed: (features: string) => `Weitere Änderungen: ${features}`,
  compare: 'Beide vergleichen',
  dismissing: 'Wird ausgeblendet …',
});
