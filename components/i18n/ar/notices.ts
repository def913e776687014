export const notices = () => ({
  title: 'تغييرات مزوّد الخدمة',
  titles: {
    changed: (provider: string, plan: string, date: string) => `غيّر ${provider} ‏${plan} في ${date}`,
    kept: (provider: string, plan: string, date: string) =>
      `غيّر ${provider} خطة ${plan} في ${date}. تحتفظ بما لديك.`,
    renewal: (provider: string, plan: string, date: string, followed: string) =>
      `غيّر ${provider} خطة ${plan} في ${date}. يسري ذلك عليك ابتداءً من ${followed}.`,
    moved: (provider: string, plan: string, date: string, before: string) =>
      `نقلك ${provider} من ${before} إلى ${plan} في ${date}`,
    announced: (provider: string, plan: string, date: string) => `يغيّر ${provider} ‏${plan} في ${date}`,
    undone: (provider: string, plan: string, date: string) =>
      `غيّر ${provider} ‏${plan} ثم تراجع عن ذلك في ${date}`,
    included: (_provider: string, addOn: string, date: string, plan: string) =>
      `تشمل خطة ${plan} الإضافة ${addOn} منذ ${date}`,
    ended: (provider: string, addOn: string, date: string) => `أوقف ${provider} الإضافة ${addOn} في ${date}`,
  },
  prices: (before: string, now: string) => `السعر ${now}. كان ${before}.`,
  otherPrices: (before: string, now: string) => `السعر الآن: ${now}. قبل ذلك: ${before}.`,
  keptPrices: (yours: string, today: string) => `سعرها لك ${yours}. سعرها اليوم ${today}.`,
  otherKeptPrices: (yours: string, today: string) => `سعرك: ${yours}. اليوم: ${today}.`,
  datedPrices: (then: string, yours: string, date: string) => `ابتداءً من ${date}: ${then} بدلًا من ${yours}.`,
  samePrice: (price: string) => `السعر هو نفسه: ${price}.`,
  sameFeatures: 'الميزات هي نفسها.',
  asBefore: (price: string) => `لديك ما كان لديك من قبل. السعر ${price}.`,
  off: 'الإضافة متوقفة، ولم تعد تدفع مقابلها.',
  announcedOff: 'تتوقف الإضافة عندئذ، ولن تدفع مقابلها بعد ذلك.',
  announcedGained: (features: string) => `مشمول منذ ذلك الحين: ${features}`,
  announcedEnd: (date: string) => `في ${date} تستعيد ما لديك اليوم.`,
  lost: (features: string) => `لم تعد مشمولة: ${features}`,
  lowered: (limits: string) => `حدود أدنى: ${limits}`,
  gained: (features: string) => `أصبحت مشمولة: ${features}`,
  raised: (limits: string) => `حدود أعلى: ${limits}`,
  changed: (features: string) => `تغييرات أخرى: ${features}`,
  compare: 'مقارنة الاثنتين',
  dismissing: 'جارٍ الإخفاء…',
});
