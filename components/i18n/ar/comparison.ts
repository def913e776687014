import type { AllTexts } from '../texts';
import { createCountedNouns } from './counted-nouns';

export const comparison: AllTexts['comparison'] = (counting) => {
  const { count, plural } = counting;
  const { features } = createCountedNouns(counting);
  return {
    title: 'مقارنة الخطط',
    lead: 'كل الميزات جنبًا إلى جنب.',
    failed: 'تعذّر تحميل المقارنة',
    caption: 'ما تتضمنه كل خطة',
    feature: 'الميزة',
    search: 'البحث في الميزات',
    onlyDifferences: 'الاختلافات فقط',
    plansShown: 'الخطط المعروضة',
    firstPlan: 'الخطة الأولى',
    secondPlan: 'الخطة الثانية',
    featureCount: (shown, total) => {
      if (shown !== total) return `${count(shown)} من ${features(total)}`;
      return plural(total, { zero: 'لا ميزات', two: 'ميزتان', other: features(total) });
    },
    visiblePlans: (features, fit, chosen) =>
      `${features}. المعروض: ${count(fit)} من أصل ${plural(chosen, {
        two: 'خطتين',
        few: `${count(chosen)} خطط`,
        other: `${count(chosen)} خطة`,
      })}.`,
    choose: 'اختيار',
    included: 'متضمَّنة',
    notIncluded: 'غير متضمَّنة',
    optional: 'إضافة',
    yourAddOn: 'إضافتك',
    youUse: (used) => `استخدامك: ${used}`,
    previousPlans: 'الخطط السابقة',
    nextPlans: 'الخطط التالية',
    from: (price) => `بدءًا من ${price}`,
    addOnCount: (n) =>
      plural(n, {
        one: 'إضافة واحدة',
        two: 'إضافتان',
        few: `${count(n)} إضافات`,
        other: `${count(n)} إضافة`,
      }),
    ungrouped: 'عام',
    noFeatures: {
      title: 'لا يوجد ما يمكن مقارنته بعد',
      body: 'لا توجد ميزات مدرجة لهذه الخطط.',
    },
    noDifferences: {
      title: 'لا توجد اختلافات',
      body: (n) =>
        n < 2 ? 'تُعرض خطة واحدة فقط. تلزم إضافة خطة أخرى للمقارنة.' : 'تتضمن هذه الخطط الميزات نفسها.',
      action: 'عرض كل الميزات',
    },
    noMatch: {
      title: 'لا توجد ميزات مطابقة',
      body: 'يمكن تجربة كلمات أقل أو كلمات أخرى.',
    },
  };
};
