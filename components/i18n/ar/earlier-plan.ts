export const earlierPlan = () => ({
  title: (plan: string) => `تغيّرت خطة ${plan} منذ أن اخترتها`,
  prices: (yours: string, today: string) => `سعرها لك ${yours}. سعرها اليوم ${today}.`,
  otherPrices: (yours: string, today: string) => `سعرك: ${yours}. اليوم: ${today}.`,
  samePrice: (price: string) => `السعر هو نفسه: ${price}.`,
  sameFeatures: 'الميزات هي نفسها.',
  lost: (features: string) => `لم تعد مشمولة: ${features}`,
  lowered: (limits: string) => `حدود أدنى: ${limits}`,
  gained: (features: string) => `أصبحت مشمولة: ${features}`,
  raised: (limits: string) => `حدود أعلى: ${limits}`,
  changed: (features: string) => `تغييرات أخرى: ${features}`,
  compare: 'مقارنة الاثنتين',
});
