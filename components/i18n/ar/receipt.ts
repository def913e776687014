import type { AllTexts } from '../texts';

export const receipt: AllTexts['receipt'] = () => ({
  retired: { note: 'لم تعد متوفرة للعملاء الجدد.', kept: 'يمكنك الاحتفاظ بها ما دمت تريدها.' },
  /** What was agreed with the account, as its owners read it. */
  terms: {
    yours: { open: 'شروطك', until: (date) => `شروطك حتى ${date}` },
    lost: { open: 'تفقد شروطك', until: (date) => `تفقد شروطك حتى ${date}` },
    price: (terms, price, listed) => `${terms}: ${price} بدلًا من ${listed}`,
  },
  /** What the plan costs from a date on. */
  next: (date, price) => `من ${date}: ${price}`,
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
  usersManagedIn: (n, app) => `${n}، تُدار في ${app}`,
});

export const blockers: AllTexts['blockers'] = ({ count }) => ({
  users: {
    startsAt: (plan, minimum) => `الحد الأدنى في ${plan}: ${minimum}.`,
    allows: (plan, allowed) => `الحد الأقصى في ${plan}: ${allowed}.`,
    have: (n, excess) => `العدد الحالي: ${count(n)}. أزِل ${excess} أولًا.`,
    chose: (n) => `العدد المختار: ${count(n)}.`,
  },
  noContact: (provider) => `لا تذكر ${provider} عنوانًا للتواصل.`,
  /** Texts by code. */
  known: {
    quantity_out_of_range: 'لا تتوفر هذه الخطة بهذه الكمية.',
    self_service_disabled: 'تواصل معنا للانتقال إلى هذه الخطة.',
    trial_unavailable: 'لا تتوفر لك فترة تجريبية لهذه الخطة.',
    trial_used: 'سبق أن استخدمت الفترة التجريبية لهذه الخطة.',
    downgrade_unavailable: 'تواصل معنا للانتقال إلى خطة أدنى.',
  },
});
