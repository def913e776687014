export const optional = {
  title: 'Zusätzliche Funktionen',
  failed: 'Die zusätzlichen Funktionen konnten nicht geladen werden',
  lead: (plan: string) => `Was sich zu ${plan} hinzufügen lässt und was es zusätzlich kostet.`,
  visitorLead: 'Was sich zu einem Tarif hinzufügen lässt und was es zusätzlich kostet.',
  other: 'Allgemein',
  withPlans: (plans: string) => `mit ${plans}`,
  holds: (features: string) => `Enthält ${features}`,
  howToAdd: 'Hinzufügen nach Absprache:',
  empty: {
    title: (plan: string) => `Zu ${plan} gibt es nichts hinzuzufügen`,
    titleWithoutPlan: 'Keine zusätzlichen Funktionen',
    bodyWithoutPlan: 'Alles, was es gibt, gehört zu einem Tarif.',
    body: 'Für diesen Tarif gibt es keine zusätzlichen Funktionen. Was ihm fehlt, enthält vielleicht ein anderer.',
    action: 'Tarife vergleichen',
  },
};
