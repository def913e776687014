import { createCountFormatter } from '@/lib/format/plurals';
import { errorPage } from './ar/error-page';
import { history } from './ar/history';
import { optionalFeatures } from './ar/optional-features';
import { amounts, comparison, pricing } from './ar/plans';
import { preview } from './ar/preview';
import { switching } from './ar/switching';
import { webhooks } from './ar/webhooks';
import type { BrowserText, Text } from './en';

const shell = {
  skipToContent: 'الانتقال إلى المحتوى',
  mainNavigation: 'التنقل الرئيسي',
  plans: 'الخطط',
  compare: 'المقارنة',
  addOns: 'الإضافات',
  history: 'السجل',
  preview: 'المعاينة',
  webhooks: 'خطافات الويب',
  signIn: 'تسجيل الدخول',
  signOut: 'تسجيل الخروج',
  signedInAs: 'تم تسجيل الدخول باسم',
  roles: { member: 'عضو', owner: 'مالك الحساب', product: 'فريق المنتج' },
  defaultTitle: 'الخطط',
  theme: { legend: 'المظهر', light: 'فاتح', dark: 'داكن', system: 'النظام' },
  language: 'اللغة',
  currencyNote: (currency: string) => `الأسعار بعملة ${currency}`,
  offline: 'لا يوجد اتصال بالإنترنت. يمكن متابعة قراءة هذه الصفحة، ولكن لا يمكن تبديل الخطة.',
  offlineNavigation: 'لا يوجد اتصال بالإنترنت. ستُفتح الصفحات الأخرى عند عودة الاتصال.',
};

const serverShell = {
  noScript: 'جافا سكريبت غير مفعَّل. يمكن هنا قراءة كل الأسعار والميزات، ولكن لا يمكن تبديل الخطة.',
  apiReference: 'مرجع API',
  plansDescription: (plans: string) => `الخطط والأسعار: ${plans}. يمكن مقارنة ما تتضمنه كل خطة.`,
};

const notFound = {
  title: 'الصفحة غير موجودة',
  body: 'قد يكون العنوان خاطئًا، أو لم تعد الصفحة موجودة.',
  link: 'عرض كل الخطط',
};

const noApp = {
  title: 'التطبيق غير موجود',
  body: 'لا يوجد تطبيق على هذا العنوان. يُرجى التحقق من العنوان وإعادة المحاولة.',
};

const ui = {
  tryAgain: 'إعادة المحاولة',
  tryingAgain: 'جارٍ إعادة المحاولة…',
  loading: 'جارٍ التحميل',
  comma: '، ',
  causes: {
    offline: 'لا يوجد اتصال بالإنترنت.',
    unreachable: 'لم تستجب الخدمة.',
    unknown: 'حدث خطأ من جانبنا.',
  },
  lastUpdated: (time: string) => `آخر تحديث: ${time}.`,
  retry: 'تحديث',
};

const errors = {
  forbidden: 'تبديل الخطة متاح لمالك الحساب فقط.',
  unauthenticated: 'يُرجى تسجيل الدخول لعرض خطتك وتغييرها.',
  too_many_requests: 'عدد الطلبات كبير جدًا. يُرجى الانتظار قليلًا ثم إعادة المحاولة.',
  version_not_found: 'لم تعد هذه الخطة متاحة لك.',
  account_not_found: 'الحساب غير موجود.',
  preview_stale: 'تغيّرت خطتك أو تغيّر سعرها. يُرجى مراجعة التغييرات ثم التأكيد مجددًا.',
  version_inactive: 'لم تعد هذه الخطة متوفرة.',
  price_on_request: 'يُرجى التواصل معنا لمعرفة السعر.',
  price_in_words: 'يُرجى التواصل معنا للانتقال إلى هذه الخطة.',
  switch_conflict: 'يجري الآن تبديل آخر لخطة هذا الحساب. يُرجى إعادة المحاولة.',
};

const signIn = {
  title: 'اختيار مستخدم تجريبي',
  lead: 'هذا عرض توضيحي بمستخدمين وهميين. يكفي اختيار أحدهم، من دون كلمة مرور.',
  submit: 'دخول',
  asUser: (person: string) => `باسم ${person}`,
  noUsers: 'لا يوجد مستخدمون تجريبيون بعد.',
};

const signInLink = {
  expired: {
    title: 'انتهت صلاحية هذا الرابط',
    body: 'يعمل رابط تسجيل الدخول مرة واحدة، وتنتهي صلاحيته بعد خمس دقائق. يُرجى الرجوع إلى الصفحة السابقة وفتح رابط جديد.',
  },
  unavailable: {
    title: 'تسجيل الدخول غير متاح مؤقتًا',
    body: 'ما زال الرابط صالحًا. يُرجى الانتظار قليلًا ثم فتحه مجددًا.',
  },
  seePlans: 'عرض كل الخطط',
};

export function getArabicBrowserText(locale: string): BrowserText {
  const words = createCountFormatter(locale);
  return {
    ui,
    shell,
    errorPage,
    errors,
    amounts: amounts(words),
    pricing: pricing(words),
    switching: switching(words),
    comparison: comparison(words),
  };
}

export function getArabicText(locale: string): Text {
  const words = createCountFormatter(locale);
  return {
    ...getArabicBrowserText(locale),
    serverShell,
    notFound,
    noApp,
    optionalFeatures: optionalFeatures(words),
    history: history(words),
    preview: preview(words),
    webhooks: webhooks(words),
    signIn,
    signInLink,
  };
}
