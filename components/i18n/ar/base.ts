import { amounts, pricing } from './plans';

const ui = () => ({
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
});

const shell = () => ({
  theme: { legend: 'المظهر', light: 'فاتح', dark: 'داكن', system: 'النظام' },
  language: 'اللغة',
  mainNavigation: 'التنقل الرئيسي',
  offline: 'لا يوجد اتصال بالإنترنت. يمكن متابعة قراءة هذه الصفحة، ولكن لا يمكن تغيير أي شيء.',
  offlineNavigation: 'لا يوجد اتصال بالإنترنت. ستُفتح الصفحات الأخرى عند عودة الاتصال.',
  switchedElsewhere: 'بُدِّلت خطتك من مكان آخر.',
});

const errors = () => ({
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
  users_managed_by_host: 'يُدار عدد المستخدمين في التطبيق. يمكن إضافة المستخدمين أو إزالتهم هناك.',
  switch_conflict: 'يجري الآن تبديل آخر لخطة هذا الحساب. يُرجى إعادة المحاولة.',
});

export const base = { ui, shell, errors, amounts, pricing };
