import type { Counting } from '@/lib/format/words';
import { countedWords } from './words';

export const switching = (counting: Counting) => {
  const { count, plural } = counting;
  const { features } = countedWords(counting);
  return {
    question: (plan: string) => `التبديل إلى ${plan}؟`,
    questionUnnamed: 'تبديل الخطة؟',
    from: (plan: string) => `من ${plan}.`,
    asking: 'ننظر في ما سيتغير…',
    youLose: (n: number) => (n === 0 ? 'لا تُفقد أي ميزة' : `فقدان ${features(n)}`),
    youGain: (n: number) => (n === 0 ? 'لا تُكتسب أي ميزة' : `اكتساب ${features(n)}`),
    optionalLost: 'لم تعد إضافتها ممكنة',
    optionalGained: 'كانت اختيارية وصارت متضمَّنة',
    less: 'كمية أقل من',
    changedAmounts: 'ما يتغير',
    more: 'كمية أكبر من',
    amountNow: (after: string) => `الآن ${after}`,
    amountWas: (before: string) => `سابقًا ${before}`,
    amountChange: (before: string, after: string) => `${before} ← ${after}`,
    keepsAll: 'لا شيء يُفقد.',
    gainsNothing: 'لا شيء يُكتسب.',
    noDifference: 'تبقى الميزات على حالها.',
    kept: (n: number) =>
      plural(n, {
        one: 'تبقى ميزة أخرى على حالها.',
        two: 'تبقى ميزتان أخريان على حالهما.',
        few: `تبقى ${count(n)} ميزات أخرى على حالها.`,
        other: `تبقى ${count(n)} ميزة أخرى على حالها.`,
      }),
    prices: 'الأسعار',
    columns: {
      base: { month: 'شهريًا', year: 'سنويًا' },
      perUser: { month: 'لكل مستخدم شهريًا', year: 'لكل مستخدم سنويًا' },
    },
    difference: 'الفرق',
    sameAmount: 'لا فرق',
    effective: 'يسري التبديل فورًا.',
    keep: (plan: string) => `إبقاء ${plan}`,
    cancel: 'إلغاء',
    confirm: (plan: string) => `التبديل إلى ${plan}`,
    confirmAgain: (plan: string) => `نعم، التبديل إلى ${plan}`,
    switching: 'جارٍ التبديل…',
    close: 'إغلاق',
    showAll: (n: number) => `عرض الكل (${count(n)})`,
    changed: {
      title: 'تغير شيء في هذه الأثناء',
      plan: 'تغيرت خطتك.',
      price: 'تغير أحد الأسعار.',
      features: 'تغير ما تتضمنه الخطط.',
      other: 'تغير شيء في هاتين الخطتين.',
      ask: 'تلزم المراجعة مرة أخرى، ثم التأكيد مجددًا.',
    },
    same: 'هذه خطتك بالفعل.',
    refused: 'هذا التبديل غير متاح لك',
    failed: 'لم تُبدَّل خطتك',
    unknown: {
      title: 'لا نعرف بعد هل تم التبديل',
      looking: 'ضاع الرد. نبحث في سجلك عن النتيجة…',
      still: 'تتعذّر قراءة سجلك أيضًا. لن يُرسل شيء مجددًا من دون طلبك.',
      look: 'البحث مرة أخرى',
      movedOn: 'تم التبديل، ثم بُدِّلت الخطة مرة أخرى بعده',
      notDone: 'لا تبديل في سجلك، فلم يتغير شيء.',
    },
    offline: 'لا اتصال بالإنترنت. لن يُرسل شيء قبل الضغط على الزر مجددًا.',
    tryAgain: 'إعادة المحاولة',
    previewFailed: 'تعذّر تحميل ما سيتغير',
    done: {
      nowOn: (plan: string) => `خطتك الآن ${plan}`,
      switchBack: 'العودة',
      backTo: (plan: string) => `إلى ${plan}`,
      viewHistory: 'عرض السجل',
      dismiss: 'إخفاء',
    },
    elsewhere: 'بُدِّلت خطتك من مكان آخر.',
  };
};
