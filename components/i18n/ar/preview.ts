import type { CountFormatter } from '@/lib/format/plurals';

export const preview = ({ count, plural }: CountFormatter) => ({
  title: 'معاينة',
  lead: 'الأسعار كما ستظهر للعملاء، مع الخطط التي لم تُنشر بعد.',
  banner: 'وضع المعاينة. لا يُحفظ أي شيء، ولا يمكن تبديل الخطط.',
  offline: 'لا يوجد اتصال بالإنترنت. لن تُحدَّث المعاينة حتى يعود الاتصال.',
  controls: 'إعدادات المعاينة',
  showHidden: 'إظهار الخطط غير المنشورة',
  allPublic: 'كل الخطط منشورة.',
  viewAs: 'العرض بصفة',
  visitor: 'زائر',
  accounts: 'الحسابات',
  findAccount: 'البحث عن حساب',
  accountNotFound: 'لم يعد هذا الحساب موجودًا.',
  page: 'الصفحة',
  pages: { plans: 'الخطط', compare: 'المقارنة' },
  width: 'العرض',
  widths: (pixels: string) => `${pixels} بكسل`,
  frame: {
    plans: 'معاينة الخطط',
    compare: 'معاينة المقارنة',
    linksDisabled: 'لا تعمل الروابط والأزرار في المعاينة.',
  },
  frameSection: 'معاينة الصفحة',
  checks: 'الفحوصات',
  noFindings: 'لم يُعثر على مشكلات.',
  findings: (n: number) =>
    `عُثر على ${plural(n, {
      one: 'مشكلة واحدة',
      two: 'مشكلتين',
      few: `${count(n)} مشكلات`,
      other: `${count(n)} مشكلة`,
    })}`,
  checkTitles: {
    feature_in_no_version: 'ليست في أي خطة',
    feature_in_all_versions: 'في كل الخطط',
    no_price: 'بلا سعر',
    no_description: 'بلا وصف',
    duplicate_title: 'عناوين مكرَّرة',
  },
  checkDescriptions: {
    feature_in_no_version: 'لا يمكن للعملاء الحصول على هذه الميزات.',
    feature_in_all_versions: 'هذه الميزات هي نفسها في كل الخطط.',
    no_price: 'تظهر بعبارة «السعر عند الطلب».',
    no_description: 'للخطة عنوان من دون وصف.',
    duplicate_title: 'لا يمكن للعملاء التمييز بين هذه الخطط.',
  },
  andMore: (n: number) =>
    plural(n, { one: 'وواحدة أخرى', two: 'واثنتان أخريان', other: `و${count(n)} أخرى` }),
});
