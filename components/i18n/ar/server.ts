const serverShell = () => ({
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
});

const notFound = () => ({
  title: 'الصفحة غير موجودة',
  body: 'قد يكون العنوان خاطئًا، أو لم تعد الصفحة موجودة.',
  link: 'عرض كل الخطط',
});

const unavailablePage = () => ({
  title: 'هذه الصفحة غير متاحة مؤقتًا',
  body: 'يتعذّر تحميل بيانات هذه الصفحة حاليًا. لم تتغيّر خطتك. أعد المحاولة بعد قليل.',
});

const noApp = () => ({
  title: 'التطبيق غير موجود',
  body: 'لا يوجد تطبيق على هذا العنوان. يُرجى التحقق من العنوان وإعادة المحاولة.',
});

const signIn = () => ({
  title: 'اختيار مستخدم تجريبي',
  lead: 'هذا عرض توضيحي بمستخدمين وهميين. يكفي اختيار أحدهم، من دون كلمة مرور.',
  submit: 'دخول',
  asUser: (person: string) => `باسم ${person}`,
  noUsers: 'لا يوجد مستخدمون تجريبيون بعد.',
});

const signInLink = () => ({
  expired: {
    title: 'انتهت صلاحية هذا الرابط',
    body: 'يعمل رابط تسجيل الدخول مرة واحدة، وتنتهي صلاحيته بعد خمس دقائق. يُرجى الرجوع إلى الصفحة السابقة وفتح رابط جديد.',
  },
  unavailable: {
    title: 'تسجيل الدخول غير متاح مؤقتًا',
    body: 'يُرجى الانتظار قليلًا ثم فتح الرابط مجددًا.',
  },
  seePlans: 'عرض كل الخطط',
});

/** `/` of an account whose usage is known. */
const plansForUsage = () => ({
  title: 'أرخص خطة لاستخدامك',
  none: 'لا توجد خطة بسعر محدد تكفي لاستخدامك.',
  all: 'استخدامك في كل خطة',
  fits: 'تكفي لاستخدامك',
  fitsWith: (addOns: string) => `تكفي مع ${addOns}`,
  exceeds: (limits: string) => `لا تكفي لاستخدامك: ${limits}`,
  incomplete: 'لم تُقارَن كل مجموعات الإضافات. قد توجد مجموعة أرخص.',
});

export const server = { serverShell, notFound, unavailablePage, noApp, signIn, signInLink, plansForUsage };
