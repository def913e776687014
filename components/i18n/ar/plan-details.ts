import type { CountFormatter } from '@/lib/format/plurals';
import { comparison } from './comparison';
import { isolate } from './counted-nouns';
import { notices } from './notices';

export const buildPlan = () => ({
  title: 'تكوين الخطة',
  lead: 'يمكن إضافة ما يلزم. الإجمالي لكل ما أُضيف.',
  accountLead: 'يمكن تفعيل ما يلزم. الإجمالي لكل ما هو مفعّل.',
  add: 'إضافة',
  remove: 'إزالة',
  selection: 'اختيارك',
});

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

export const usage = () => ({
  title: 'استخدامك',
  of: (used: string, allowed: string) => `${used} من ${allowed}`,
  uses: (used: string) => `استخدامك الحالي: ${used}.`,
  none: (plan: string) => `غير مشمول في ${plan}.`,
  remove: (excess: string) => `أزِل ${excess} أولًا.`,
});

export const planDetails = { buildPlan, comparison, featureSearch, notices, usage };
