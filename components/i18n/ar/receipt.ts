export const receipt = () => ({
  planWithAddOns: 'خطتك مع الإضافات',
  caption: 'تفاصيل السعر',
  before: 'الآن',
  after: 'بعد التغيير',
  plan: 'الخطة',
  included: 'مشمولة',
  total: { month: 'الإجمالي شهريًا', year: 'الإجمالي سنويًا' },
  billedPerYear: 'يُدفع سنويًا',
  perMonth: 'شهريًا',
  difference: 'الفرق',
  noDifference: 'لا فرق',
});
