export const usage = () => ({
  title: 'استخدامك',
  of: (used: string, allowed: string) => `${used} من ${allowed}`,
  uses: (used: string) => `استخدامك الحالي: ${used}.`,
  none: (plan: string) => `غير مشمول في ${plan}.`,
  remove: (excess: string) => `أزِل ${excess} أولًا.`,
});
