import type { CountFormatter } from '@/lib/format/plurals';

export const optionalFeatures = ({ count, plural }: CountFormatter) => ({
  title: 'الإضافات',
  failed: 'تعذّر تحميل الإضافات',
  lead: (plan: string) => `الإضافات المتاحة لخطة ${plan} وأسعارها.`,
  visitorLead: 'الإضافات المتاحة لكل خطة وأسعارها.',
  ungrouped: 'عام',
  availableWith: (plans: string) => `مع ${plans}`,
  includes: 'تتضمن',
  andMore: (n: number) =>
    plural(n, { one: 'وواحدة أخرى', two: 'واثنتان أخريان', other: `و${count(n)} أخرى` }),
  requires: (addOns: string) => `تتطلب ${addOns}`,
  excludes: (addOns: string) => `لا يمكن الجمع بينها وبين ${addOns}`,
  contactToAdd: (contactUs: string) => `لطلب إضافة، يُرجى ${contactUs}.`,
  contactUs: 'التواصل معنا',
  empty: {
    title: (plan: string) => `لا توجد إضافات لخطة ${plan}`,
    titleWithoutPlan: 'لا توجد إضافات',
    bodyWithoutPlan: 'كل الميزات متضمَّنة في الخطط.',
    body: 'قد تتضمن خطط أخرى الميزات التي تحتاج إليها.',
    action: 'مقارنة الخطط',
  },
});
