import type { CountFormatter } from '@/lib/format/plurals';
import { isolate } from './counted-nouns';

export const featureSearch = ({ count, plural }: CountFormatter) => {
  const results = (n: number) =>
    plural(n, {
      zero: 'لا نتائج',
      one: 'نتيجة واحدة',
      two: 'نتيجتان',
      few: `${count(n)} نتائج`,
      other: `${count(n)} نتيجة`,
    });
  return {
    resultCount: results,
    noResults: 'لا توجد خطة تتضمن ذلك بهذا الاسم. يمكن البحث بكلمات أقل أو مختلفة.',
    addOn: 'إضافة',
    inPlans: (plans: string) => `في ${plans}`,
    asAddOn: (plans: string) => `كإضافة في ${plans}`,
    inEveryPlan: 'في كل الخطط',
    inNoPlan: 'ليست في أي خطة',
    others: (n: number) => `+${count(n)}`,
    yourPlanHasIt: 'متضمنة في خطتك',
    cheapest: (plan: string, price: string) => `الأقل سعرًا: ${isolate(plan)}، ${price}`,
    planAndAddOn: (plan: string, addOn: string) => `${plan} + ${addOn}`,
    seeInComparison: (n: number) => `عرض المزيد في المقارنة: ${results(n)}`,
    close: 'إغلاق البحث',
    notIncluded: (item: string) => `بدون ${isolate(item)}`,
    withAddOn: (item: string, price: string) => `${isolate(item)} كإضافة، ${price}`,
  };
};
