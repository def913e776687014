import type { CountFormatter } from '@/lib/format/plurals';
import { createCountedNouns } from './counted-nouns';

export const history = (counting: CountFormatter) => {
  const { count, plural } = counting;
  const { features } = createCountedNouns(counting);
  return {
    title: 'السجل',
    lead: 'كل تغيير في خطتك، كما سُجِّل تمامًا.',
    chart: {
      title: { month: 'السعر الشهري حسب القائمة', year: 'السعر السنوي حسب القائمة' },
      showTable: 'عرض كجدول',
      from: 'ابتداءً من',
      plan: 'الخطة',
      addOns: 'الإضافات',
      total: 'الإجمالي',
    },
    filters: {
      plan: 'الخطة',
      person: 'غيّرها',
      everyone: 'الجميع',
      from: 'من',
      to: 'إلى',
      shown: (shown: number, total: number) => `التغييرات: ${count(shown)} من ${count(total)}`,
      clear: 'إزالة عوامل التصفية',
    },
    showDetails: 'عرض التفاصيل',
    hideDetails: 'إخفاء التفاصيل',
    failed: 'تعذّر تحميل السجل',
    list: 'التغييرات، الأحدث أولًا',
    current: 'الحالية',
    justNow: 'الآن',
    changedFrom: {
      upgrade: (title: string) => `ترقية من ${title}`,
      downgrade: (title: string) => `خفض الخطة من ${title}`,
      none: (title: string) => `تبديل من ${title}`,
    },
    changedFromEarlier: {
      upgrade: (title: string) => `ترقية من ${title} السابقة`,
      downgrade: (title: string) => `خفض السعر من ${title} السابقة`,
      none: (title: string) => `تبديل من ${title} السابقة`,
    },
    followed: (title: string) => `تغيّرت مع قائمة الأسعار، من ${title} السابقة`,
    firstPlan: 'الخطة الأولى',
    changedPeriod: { month: 'تحويل إلى الفوترة الشهرية', year: 'تحويل إلى الفوترة السنوية' },
    undone: (title: string) => `تراجع عن التبديل إلى ${title}`,
    undonePeriod: 'تراجع عن تغيير الفوترة',
    changedUsers: (users: string) => `تغيّر العدد إلى ${users}`,
    undoneUsers: 'تم التراجع عن تغيير عدد المستخدمين',
    undo: 'تراجع',
    active: 'المدة',
    soFar: (duration: string) => `${duration} حتى الآن`,
    priceAtTheTime: 'السعر حينها',
    changedBy: 'بواسطة',
    formerUser: 'مستخدم سابق',
    channels: {
      portal: (name: string) => `${name}، عبر البوابة`,
      api: (name: string) => `${name}، عبر واجهة API`,
      support: (name: string) => `${name}، الدعم`,
      command: (name: string) => `${name}، من سطر الأوامر`,
    },
    reason: 'السبب',
    catalogChange: (provider: string, plan: string) => `تغيير من ${provider} على ${plan}`,
    lost: (n: number) => `فقدان ${features(n)}`,
    gained: (n: number) => `إضافة ${features(n)}`,
    lostLimits: () => 'استخدام لم يعد مشمولًا',
    gainedLimits: () => 'استخدام أصبح مشمولًا',
    lowered: (n: number) => `حدود أدنى: ${count(n)}`,
    raised: (n: number) => `حدود أعلى: ${count(n)}`,
    changed: (n: number) => `تغييرات أخرى: ${count(n)}`,
    startedWith: (n: number) => `البداية مع ${features(n)}`,
    startedWithLimits: () => 'الاستخدام المشمول',
    sameFeatures: 'لم تتغيّر الميزات.',
    showAll: (n: number) =>
      plural(n, {
        one: 'عرض التغيير الوحيد',
        two: 'عرض التغييرين',
        other: `عرض كل التغييرات (${count(n)})`,
      }),
    showOlder: (n: number) =>
      plural(n, {
        one: 'عرض تغيير أقدم',
        two: 'عرض تغييرين أقدم',
        few: `عرض ${count(n)} تغييرات أقدم`,
        many: `عرض ${count(n)} تغييرًا أقدم`,
        other: `عرض ${count(n)} تغيير أقدم`,
      }),
    loadingOlder: 'جارٍ تحميل التغييرات الأقدم…',
    olderFailed: 'تعذّر تحميل التغييرات الأقدم.',
    download: 'تنزيل ملف CSV',
    options: {
      list: 'تغييرات الإضافات، الأحدث أولًا',
      failed: 'تعذّر تحميل تغييرات الإضافات.',
      filter: 'عرض',
      filters: { all: 'كل التغييرات', plans: 'الخطط', options: 'الإضافات' },
      quantity: (addOn: string) => `تغيير إلى ${addOn}`,
      toggle: {
        active: (addOn: string) => `تفعيل ${addOn}`,
        inactive: (addOn: string) => `إيقاف ${addOn}`,
      },
      switch: {
        active: (addOn: string) => `سعر جديد مع هذه الخطة: ${addOn}`,
        inactive: (addOn: string) => `انتهت مع هذا التبديل: ${addOn}`,
      },
      included: (addOn: string) => `انتهت لأن الخطة تشملها الآن: ${addOn}`,
      restored: (addOn: string) => `إعادة تفعيل ${addOn}`,
    },
    empty: {
      title: 'لا توجد تغييرات في الخطة بعد',
      body: 'ستظهر التغييرات في خطتك هنا.',
      action: 'عرض الخطط',
    },
    noAccount: {
      visitor: {
        title: 'يُرجى تسجيل الدخول لعرض سجل خطتك',
        body: 'يعرض السجل الخطط التي كانت لحسابك وتواريخها.',
      },
      signedIn: {
        title: 'لا يوجد سجل للخطة',
        body: 'تم تسجيل دخولك من دون حساب، لذلك لا يوجد سجل لعرضه.',
      },
      openFromProduct: 'يُرجى فتح هذه الصفحة من داخل المنتج، بعد تسجيل الدخول إلى حسابك.',
    },
  };
};
