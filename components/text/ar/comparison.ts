import type { Counting } from '@/lib/format/words';
import { countedWords } from './words';

export const comparison = (counting: Counting) => {
  const { count, plural } = counting;
  const { features } = countedWords(counting);
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
    shown: (shown: number, total: number) => {
      if (shown !== total) return `${count(shown)} من ${features(total)}`;
      return plural(total, { zero: 'لا ميزات', two: 'ميزتان', other: features(total) });
    },
    plansThatFit: (features: string, fit: number, chosen: number) =>
      `${features}؛ والمساحة هنا تتسع لأول ${count(fit)} من أصل ${plural(chosen, {
        two: 'خطتين',
        few: `${count(chosen)} خطط`,
        other: `${count(chosen)} خطة`,
      })}`,
    included: 'متضمَّنة',
    notIncluded: 'غير متضمَّنة',
    optional: 'اختيارية',
    otherFeatures: 'عام',
    noFeatures: {
      title: 'لا شيء للمقارنة بعد',
      body: 'لم تُدرج أي ميزات لهذه الخطط.',
    },
    noDifferences: {
      title: 'لا اختلافات',
      body: (n: number): string =>
        n < 2
          ? 'لا تختلف خطة واحدة عن نفسها. يمكن إظهار خطة أخرى بجانبها.'
          : 'تتضمن هذه الخطط الميزات نفسها.',
      action: 'عرض كل الميزات',
    },
    noMatch: {
      title: 'لا ميزة مطابقة',
      body: 'قد تفيد كلمات أقل أو كلمات أخرى.',
    },
  };
};
