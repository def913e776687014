import type { AllTexts } from '../texts';
import { createCountedNouns } from './counted-nouns';

export const switching: AllTexts['switching'] = (counting) => {
  const { count, plural } = counting;
  const { features, forUsers: formatForUsers } = createCountedNouns(counting);
  return {
    title: (plan) => `التبديل إلى ${plan}؟`,
    titleWithoutPlan: 'تبديل الخطة؟',
    titlePeriod: { month: 'التحويل إلى الفوترة الشهرية؟', year: 'التحويل إلى الفوترة السنوية؟' },
    from: (plan) => `الخطة الحالية: ${plan}.`,
    priceSentence: ({ after, before, difference, period, seats, unit }) => {
      const time = period ? { month: ' شهريًا', year: ' سنويًا' }[period] : '';
      const compared = before === after ? '، كما هو الآن' : ` بدلًا من ${before}`;
      const instead = before === null ? '' : compared;
      const forUsers = seats === null ? '' : `، ${formatForUsers(seats, unit)}`;
      return `${after}${time}${instead}${forUsers}${difference === null ? '' : ` (${difference})`}.`;
    },
    changeCounts: ({ lost, lostLimits, lowered, gained, gainedLimits, raised }) =>
      [
        `الميزات المفقودة: ${count(lost)}.`,
        lostLimits > 0 && `حدود الاستخدام المفقودة: ${count(lostLimits)}.`,
        lowered > 0 && `حدود أدنى: ${count(lowered)}.`,
        `الميزات المضافة: ${count(gained)}.`,
        gainedLimits > 0 && `حدود الاستخدام المضافة: ${count(gainedLimits)}.`,
        raised > 0 && `حدود أعلى: ${count(raised)}.`,
      ]
        .filter(Boolean)
        .join(' '),
    reason: 'السبب (اختياري)',
    requiredReason: 'السبب، ويظهر للعميل في السجل',
    reasonMissing: 'أدخل سببًا. لم يتغيّر شيء.',
    unknownPlan: {
      title: 'هذه الخطة غير موجودة',
      body: 'ربما لم تعد متاحة لك، أو أن الرابط خاطئ. لم تتغيّر خطتك.',
    },
    loadingPreview: 'جارٍ تحميل التغييرات…',
    youLose: (n) => (n === 0 ? 'لن تُفقد أي ميزة' : `فقدان ${features(n)}`),
    youGain: (n) => (n === 0 ? 'لن تُضاف أي ميزة' : `إضافة ${features(n)}`),
    addOns: {
      lost: (n) => `إضافات ستفقدها: ${count(n)}`,
      included: (n) => `إضافات أصبحت مشمولة: ${count(n)}`,
      kept: (n) => `إضافات تبقى مفعّلة: ${count(n)}`,
    },
    optionalLost: 'إضافات لن تعود متاحة',
    optionalGained: 'كانت إضافة وأصبحت متضمَّنة',
    lostLimits: 'استخدام لم يعد مشمولًا',
    gainedLimits: 'استخدام أصبح مشمولًا',
    lowerLimits: 'حدود أدنى',
    higherLimits: 'حدود أعلى',
    otherChanges: 'تغييرات أخرى',
    sameFeatures: 'لن تتغيّر الميزات.',
    unchangedFeatures: (n) =>
      plural(n, {
        one: 'ميزة واحدة لن تتغيّر.',
        two: 'ميزتان لن تتغيّرا.',
        few: `${count(n)} ميزات لن تتغيّر.`,
        other: `${count(n)} ميزة لن تتغيّر.`,
      }),
    unchangedLimits: (n) =>
      plural(n, {
        one: 'حد استخدام واحد لن يتغيّر.',
        two: 'حدّا استخدام لن يتغيّرا.',
        few: `${count(n)} حدود استخدام لن تتغيّر.`,
        other: `${count(n)} حد استخدام لن يتغيّر.`,
      }),
    effective: 'يسري التبديل فورًا.',
    when: {
      legend: 'الموعد',
      now: 'الآن',
      periodEnd: (date) => `في نهاية الفترة، ${date}`,
      date: 'في تاريخ محدد',
      dateLabel: 'التاريخ',
      dateHint: 'اختر تاريخًا خلال السنتين القادمتين.',
      confirm: (date) => `التبديل في ${date}`,
      effective: (date) => `يسري التبديل في ${date}.`,
    },
    ask: {
      title: (plan) => `طلب ${plan}؟`,
      titlePeriod: { month: 'طلب الفوترة الشهرية؟', year: 'طلب الفوترة السنوية؟' },
      confirm: (plan) => `طلب ${plan}`,
      send: 'إرسال الطلب إلى مالك',
      note: 'ملاحظة للمالكين (اختياري)',
      effective: 'القرار لأحد مالكي حسابك.',
    },
    afterPayment: 'يسري التبديل بعد الدفع.',
    billedBy: (provider) => `تصدر ${provider} الفاتورة.`,
    continueToPayment: 'المتابعة إلى الدفع',
    continuing: 'جارٍ الانتقال…',
    sending: 'جارٍ الإرسال…',
    keep: (plan) => `الاحتفاظ بخطة ${plan}`,
    confirm: (plan) => `التبديل إلى ${plan}`,
    confirmAgain: (plan) => `نعم، التبديل إلى ${plan}`,
    switching: 'جارٍ التبديل…',
    close: 'إغلاق',
    showAll: (n) => `عرض الكل (${count(n)})`,
    changed: {
      title: 'تغيّرت التفاصيل',
      plan: 'تغيّرت خطتك.',
      price: 'تغيّر أحد الأسعار.',
      features: 'تغيّرت ميزات هاتين الخطتين.',
      other: 'تغيّرت تفاصيل أخرى في هاتين الخطتين.',
      review: 'يُرجى مراجعة التغييرات ثم التأكيد مجددًا.',
    },
    alreadyOnPlan: 'هذه خطتك بالفعل.',
    notAllowed: 'لا يمكنك التبديل إلى هذه الخطة',
    failed: 'لم تُبدَّل خطتك',
    unknown: {
      title: 'لا نعرف بعد هل نجح التبديل',
      resending: 'لم يصلنا رد. يُعاد إرسال الطلب، ولن يُنفَّذ إلا مرة واحدة.',
      resend: 'إذا أعدت المحاولة، فلن يُنفَّذ الطلب إلا مرة واحدة.',
    },
    offline: 'لا يوجد اتصال بالإنترنت. لن يُرسل أي شيء قبل الضغط على الزر مجددًا.',
    previewFailed: 'تعذّر تحميل التغييرات',
    undo: {
      open: 'تراجع',
      title: (plan) => `التراجع عن التبديل إلى ${plan}؟`,
      titlePeriod: {
        month: 'التراجع عن التحويل إلى الفوترة الشهرية؟',
        year: 'التراجع عن التحويل إلى الفوترة السنوية؟',
      },
      confirm: 'التراجع عن التبديل',
      notAllowed: 'لا يمكن التراجع عن هذا التبديل',
    },
    done: {
      nowOn: (plan, price) => `خطتك الآن ${plan}: ${price}`,
      scheduled: (plan, date) => `تبدأ ${plan} في ${date}. لن يتغيّر شيء حتى ذلك الحين.`,
      addOnsEnded: (n) => `إضافات انتهت: ${count(n)}.`,
    },
  };
};
