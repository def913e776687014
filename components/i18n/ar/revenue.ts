import type { CountFormatter } from '@/lib/format/plurals';

export const revenue = ({ count }: CountFormatter) => ({
  title: 'الإيراد حسب القائمة',
  accounts: (n: number, of: number) => `الحسابات: ${count(n)}، المستخدمون: ${count(of)}`,
  change: (before: string, after: string) => `من ${before} إلى ${after} شهريًا`,
  same: (amount: string) => `${amount} شهريًا، كما هو الآن`,
  periods: {
    month: (n: number, change: string) => `فوترة شهرية، الحسابات: ${count(n)}، ${change}`,
    year: (n: number, change: string) => `فوترة سنوية، الحسابات: ${count(n)}، ${change}`,
  },
  unpriced: (n: number) => `حسابات لها خطة أو إضافة بلا سعر في القائمة: ${count(n)}. يُحسب السعر صفرًا.`,
  largest: (n: number) => `أكبر الحسابات (${count(n)})`,
  note: 'حسب سعر القائمة، مع المستخدمين والكميات وفترات الفوترة والإضافات. يُحسب السعر السنوي بجزء من اثني عشر. قد يختلف ما اتفقت عليه أو ما فُوتر.',
  none: 'لا يدفع أي حساب مقابل ما يتغير.',
  loading: 'جارٍ حساب ما تدفعه الحسابات…',
  failed: 'تعذّر حساب ما تدفعه الحسابات.',
});
