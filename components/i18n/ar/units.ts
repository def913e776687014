import { createUnitTranslation } from '../translate-unit';

/** Singular, plural after 3 to 10, and accusative singular after 11 to 99, if it has an ending. Abbreviations such as GB stay. */
const nouns: Record<string, [one: string, few: string, many?: string]> = {
  second: ['ثانية', 'ثوانٍ'],
  minute: ['دقيقة', 'دقائق'],
  hour: ['ساعة', 'ساعات'],
  day: ['يوم', 'أيام', 'يومًا'],
  week: ['أسبوع', 'أسابيع', 'أسبوعًا'],
  month: ['شهر', 'أشهر', 'شهرًا'],
  quarter: ['ربع سنة', 'أرباع سنة'],
  year: ['سنة', 'سنوات'],
  user: ['مستخدم', 'مستخدمين', 'مستخدمًا'],
  person: ['شخص', 'أشخاص', 'شخصًا'],
  seat: ['مقعد', 'مقاعد', 'مقعدًا'],
  member: ['عضو', 'أعضاء', 'عضوًا'],
  guest: ['ضيف', 'ضيوف', 'ضيفًا'],
  employee: ['موظف', 'موظفين', 'موظفًا'],
  contact: ['جهة اتصال', 'جهات اتصال'],
  customer: ['عميل', 'عملاء', 'عميلًا'],
  account: ['حساب', 'حسابات', 'حسابًا'],
  team: ['فريق', 'فرق', 'فريقًا'],
  organization: ['مؤسسة', 'مؤسسات'],
  company: ['شركة', 'شركات'],
  workspace: ['مساحة عمل', 'مساحات عمل'],
  project: ['مشروع', 'مشاريع', 'مشروعًا'],
  site: ['موقع', 'مواقع', 'موقعًا'],
  domain: ['نطاق', 'نطاقات', 'نطاقًا'],
  device: ['جهاز', 'أجهزة', 'جهازًا'],
  channel: ['قناة', 'قنوات'],
  message: ['رسالة', 'رسائل'],
  email: ['رسالة بريد', 'رسائل بريد'],
  call: ['استدعاء', 'استدعاءات'],
  request: ['طلب', 'طلبات', 'طلبًا'],
  task: ['مهمة', 'مهام'],
  document: ['مستند', 'مستندات', 'مستندًا'],
  file: ['ملف', 'ملفات', 'ملفًا'],
  folder: ['مجلد', 'مجلدات', 'مجلدًا'],
  page: ['صفحة', 'صفحات'],
  form: ['نموذج', 'نماذج', 'نموذجًا'],
  report: ['تقرير', 'تقارير', 'تقريرًا'],
  invoice: ['فاتورة', 'فواتير'],
};

const rules = new Intl.PluralRules('ar');

/** The number stays before it, so that 1 and 2 have the singular. */
export const toUnit = createUnitTranslation((noun, n) => {
  const forms = nouns[noun];
  if (!forms) return undefined;
  const [one, few, many = one] = forms;
  const rule = rules.select(n);
  if (rule === 'few') return few;
  return rule === 'many' ? many : one;
});
