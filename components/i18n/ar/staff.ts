import type { CountFormatter } from '@/lib/format/plurals';
import type { setup as english } from '../en/staff';
import { accounts } from './accounts';
import { catalog } from './catalog';
import { customer } from './customer';
import { moves } from './moves';
import { preview } from './preview';
import { priceTable } from './price-table';
import { webhooks } from './webhooks';

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

export const setup = (): ReturnType<typeof english> => ({
  title: 'إنشاء تطبيقك',
  lead: 'يبدأ تطبيقك بمسودة لقائمة أسعاره. لا يرى العملاء أي خطط قبل نشرها.',
  noLink: 'لا يوجد تطبيق هنا بعد. يُنشأ التطبيق عبر رابط إعداد هذا الخادم.',
  linkInvalid: 'رابط الإعداد هذا غير صالح أو انتهت صلاحيته.',
  whereLink:
    'يعرض الخادم الرابط عند بدء تشغيله: في الطرفية، أو في سجل الخدمة أو الحاوية. الرابط صالح لمدة 24 ساعة، وبعد إعادة التشغيل يُنشأ رابط جديد.',
  command: 'أو يمكن إنشاء التطبيق من سطر الأوامر:',
  appTitle: 'اسم التطبيق',
  currency: 'العملة',
  choose: 'اختيار عملة',
  period: 'الأسعار',
  periods: { month: 'لكل شهر', year: 'لكل سنة' },
  start: 'البدء باستخدام',
  starts: { template: 'مثال جاهز', list: 'قائمة أسعار خاصة بك' },
  file: 'اختيار ملف',
  list: 'قائمة الأسعار بصيغة YAML',
  listHint: 'يُعتمد الاسم والعملة المذكوران في القائمة عند نشرها.',
  name: 'اسمك',
  session:
    'يبقى تسجيل دخولك بهذا الاسم ضمن فريق المنتج لمدة 12 ساعة. بعد ذلك تُنشئ روابطَ تسجيل الدخول تطبيقُك أو سطر الأوامر.',
  submit: 'إنشاء التطبيق',
  working: 'جارٍ إنشاء التطبيق…',
  insecure: 'افتح هذه الصفحة عبر HTTPS أو على localhost، وإلا فلن يتمكن المتصفح من إبقائك مسجّل الدخول.',
  errors: {
    link: 'لم يعد رابط الإعداد صالحًا. لم يُنشأ شيء. أعد تشغيل الخادم وافتح الرابط الجديد.',
    exists: 'أنشأ شخص آخر تطبيقًا في هذه الأثناء. لم يُنشأ شيء.',
    seePlans: 'عرض خططه',
    unknown: 'من غير المعروف هل أُنشئ التطبيق أم لا. أعد تحميل الصفحة.',
    failed: 'لم يُنشأ التطبيق.',
  },
});

export const staff = { accounts, catalog, customer, moves, preview, priceTable, revenue, setup, webhooks };
