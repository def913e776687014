import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';
import { accounts } from './ar/accounts';
import { addOns } from './ar/add-ons';
import { buildPlan } from './ar/build-plan';
import { catalog } from './ar/catalog';
import { changes } from './ar/changes';
import { comparison } from './ar/comparison';
import { earlierPlan } from './ar/earlier-plan';
import { errorPage } from './ar/error-page';
import { featureSearch } from './ar/feature-search';
import { history } from './ar/history';
import { moves } from './ar/moves';
import { amounts, pricing } from './ar/plans';
import { preview } from './ar/preview';
import { switching } from './ar/switching';
import { webhooks } from './ar/webhooks';
import type { BrowserText, Text } from './en';

const shell = {
  theme: { legend: 'المظهر', light: 'فاتح', dark: 'داكن', system: 'النظام' },
  language: 'اللغة',
  mainNavigation: 'التنقل الرئيسي',
  offline: 'لا يوجد اتصال بالإنترنت. يمكن متابعة قراءة هذه الصفحة، ولكن لا يمكن تغيير أي شيء.',
  offlineNavigation: 'لا يوجد اتصال بالإنترنت. ستُفتح الصفحات الأخرى عند عودة الاتصال.',
  switchedElsewhere: 'بُدِّلت خطتك من مكان آخر.',
};

const serverShell = {
  skipToContent: 'الانتقال إلى المحتوى',
  pages: {
    plans: 'الخطط',
    compare: 'المقارنة',
    addOns: 'الإضافات',
    requests: 'الطلبات',
    history: 'السجل',
    catalog: 'الكتالوج',
    preview: 'المعاينة',
    moves: 'نقل الحسابات',
    webhooks: 'خطافات الويب',
    accounts: 'الحسابات',
    audit: 'سجل التدقيق',
  },
  signIn: 'تسجيل الدخول',
  signOut: 'تسجيل الخروج',
  backTo: (product: string) => `العودة إلى ${product}`,
  signedInAs: 'تم تسجيل الدخول باسم',
  roles: { member: 'عضو', owner: 'مالك الحساب', product: 'فريق المنتج', support: 'الدعم' },
  defaultTitle: 'الخطط',
  currencyNote: (currency: string) => `الأسعار بعملة ${currency}`,
  noScript: 'جافا سكريبت غير مفعَّل. يمكن هنا قراءة كل الأسعار والميزات، ولكن لا يمكن تبديل الخطة.',
  apiReference: 'مرجع API',
  plansDescription: (plans: string) => `الخطط والأسعار: ${plans}. يمكن مقارنة ما تتضمنه كل خطة.`,
};

const notFound = {
  title: 'الصفحة غير موجودة',
  body: 'قد يكون العنوان خاطئًا، أو لم تعد الصفحة موجودة.',
  link: 'عرض كل الخطط',
};

const unavailablePage = {
  title: 'هذه الصفحة غير متاحة مؤقتًا',
  body: 'يتعذّر تحميل بيانات هذه الصفحة حاليًا. لم تتغيّر خطتك. أعد المحاولة بعد قليل.',
};

const noApp = {
  title: 'التطبيق غير موجود',
  body: 'لا يوجد تطبيق على هذا العنوان. يُرجى التحقق من العنوان وإعادة المحاولة.',
};

const ui = {
  tryAgain: 'إعادة المحاولة',
  cancel: 'إلغاء',
  tryingAgain: 'جارٍ إعادة المحاولة…',
  loading: 'جارٍ التحميل',
  apply: 'عرض',
  dismiss: 'إخفاء',
  viewHistory: 'عرض السجل',
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
  unauthenticated: 'انتهت جلستك. يُرجى تسجيل الدخول مجددًا في علامة تبويب أخرى ثم إعادة المحاولة.',
  too_many_requests: 'عدد الطلبات كبير جدًا. يُرجى الانتظار قليلًا ثم إعادة المحاولة.',
  version_not_found: 'لم تعد هذه الخطة متاحة لك.',
  account_not_found: 'الحساب غير موجود.',
  preview_stale: 'تغيّرت خطتك أو تغيّر سعرها. يُرجى مراجعة التغييرات ثم التأكيد مجددًا.',
  version_inactive: 'لم تعد هذه الخطة متوفرة.',
  price_on_request: 'يُرجى التواصل معنا لمعرفة السعر.',
  price_in_words: 'يُرجى التواصل معنا للانتقال إلى هذه الخطة.',
  users_limit_exceeded: 'تسمح هذه الخطة بعدد أقل من المستخدمين. لم يتغير شيء.',
  users_below_minimum: 'تتطلب هذه الخطة عددًا أكبر من المستخدمين. لم يتغير شيء.',
  quantity_out_of_range: 'لا تتوفر هذه الخطة بهذه الكمية. لم يتغير شيء.',
  users_managed_by_host: 'يُدار عدد المستخدمين في التطبيق. يمكن إضافة المستخدمين أو إزالتهم هناك.',
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
    body: 'يُرجى الانتظار قليلًا ثم فتح الرابط مجددًا.',
  },
  seePlans: 'عرض كل الخطط',
};

export function getArabicBrowserText(words: CountFormatter): BrowserText {
  return {
    ui,
    shell,
    errorPage,
    errors,
    amounts: amounts(words),
    pricing: pricing(words),
  };
}

export function getArabicText(locale: string): Text {
  const words = createCountFormatter(locale);
  return {
    ...getArabicBrowserText(words),
    serverShell,
    notFound,
    unavailablePage,
    noApp,
    comparison: comparison(words),
    buildPlan: buildPlan(),
    earlierPlan: earlierPlan(),
    featureSearch: featureSearch(words),
    switching: switching(words),
    addOns: addOns(words),
    changes: changes(words),
    history: history(words),
    catalog: catalog(words),
    preview: preview(words),
    moves: moves(words),
    webhooks: webhooks(words),
    accounts: accounts(words),
    signIn,
    signInLink,
  };
}
