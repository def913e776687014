export const earlierPlan = () => ({
  title: (plan: string) => `${plan} hat sich geändert, seit Sie den Tarif gewählt haben`,
  prices: (yours: string, today: string) => `Sie haben den Tarif für ${yours}. Heute kostet er ${today}.`,
  otherPrices: (yours: string, today: string) => `Ihr Preis: ${yours}. Heute: ${today}.`,
  samePrice: (price: string) => `Der Preis ist gleich: ${price}.`,
  sameFeatures: 'Die Funktionen sind gleich.',
  lost: (features: string) => `Nicht mehr enthalten: ${features}`,
  lowered: (limits: string) => `Niedrigere Limits: ${limits}`,
  gained: (features: string) => `Jetzt enthalten: ${features}`,
  raised: (limits: string) => `Höhere Limits: ${limits}`,
  changed: (features: string) => `Weitere Änderungen: ${features}`,
  compare: 'Beide vergleichen',
});
