export const usage = () => ({
  title: 'Ihre Nutzung',
  of: (used: string, allowed: string) => `${used} / ${allowed}`,
  uses: (used: string) => `Sie nutzen ${used}.`,
  none: (plan: string) => `In ${plan} nicht enthalten.`,
  remove: (excess: string) => `Entfernen Sie zuerst ${excess}.`,
});
