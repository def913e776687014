import type { CountFormatter } from '@/lib/format/plurals';
import { parsePeriod } from '@/lib/format/plurals';
import { createCountedNouns, isolate } from './counted-nouns';
import { toUnit } from './units';

const amountPeriods: Record<string, string> = {
  second: 'كل ثانية',
  minute: 'كل دقيقة',
  hour: 'كل ساعة',
  day: 'يوميًا',
  week: 'أسبوعيًا',
  month: 'شهريًا',
  quarter: 'كل ربع سنة',
  year: 'سنويًا',
};

export const amounts = (counting: CountFormatter) => {
  const { periods: countedPeriods } = createCountedNouns(counting);
  return {
    unlimited: 'غير محدود',
    unit: toUnit,
    now: (after: string) => `الآن ${after}`,
    was: (before: string) => `سابقًا ${before}`,
    upFrom: (before: string) => `بدلًا من ${before}`,
    change: (before: string, after: string) => `${before} ← ${after}`,
    perShare: (quantity: string, unit: string) => `${isolate(quantity)} لكل ${isolate(unit)}`,
    inPeriod: (quantity: string, period: string) => {
      const { count: n, name } = parsePeriod(period);
      const words = n === 1 ? amountPeriods[name] : countedPeriods(n, name);
      return `${isolate(quantity)} ${words ?? `كل ${isolate(period)}`}`;
    },
  };
};

const periods = { month: 'شهريًا', year: 'سنويًا' };

export const pricing = (counting: CountFormatter) => {
  const { count, plural } = counting;
  const { features, limits, users, forUsers } = createCountedNouns(counting);
  return {
    title: 'الخطط',
    failed: 'تعذّر تحميل الخطط',
    yourPlan: 'خطتك',
    yourPlanIs: (plan: string) => `خطتك: ${plan}`,
    yourPlanSince: (plan: string, date: string) => `خطتك: ${plan} منذ ${date}`,
    noPlan: 'ليست لديك خطة بعد. يُرجى اختيار خطة للبدء.',
    visitorLead: 'سعر كل خطة، وما تضيفه إلى الخطة السابقة.',
    allPlans: 'كل الخطط',
    noLongerOffered: 'لم تعد متوفرة',
    recommended: 'موصى بها',
    overview: 'نظرة عامة على الخطط',
    search: 'أي خطة تتضمن …؟',
    planFamilies: 'مجموعات الخطط',
    otherPlans: 'خطط أخرى',
    notPublic: 'غير منشورة',
    earlierPlan: (plan: string) => `\u200F${isolate(plan)} (سابقًا)`,
    free: 'مجانًا',
    onRequest: 'السعر عند الطلب',
    contactUs: 'التواصل معنا',
    price: {
      user: 'مستخدم',
      perUnit: (amount: string, unit: string) => `${amount} لكل ${isolate(toUnit(unit, 1))}`,
      sum: (base: string, perUser: string) => `${base} + ${perUser}`,
      inPeriod: (price: string, period: 'month' | 'year') => `${price} ${periods[period]}`,
      orAnnually: (price: string) => `أو ${price} سنويًا`,
      billedAnnually: (price: string) => `يُدفع سنويًا، ${price} في السنة`,
      billedMonthly: 'يُدفع شهريًا',
      bounds: (min: number, max: number | null, unit: string | null) => {
        const of = (n: number) => users(n, unit && toUnit(unit, n));
        if (max === null) return `ابتداءً من ${of(min)}`;
        return min > 1 ? `من ${count(min)} إلى ${of(max)}` : `حتى ${of(max)}`;
      },
    },
    billing: {
      legend: 'الفوترة',
      month: 'شهرية',
      year: 'سنوية',
      savesUpTo: (percent: string) => `الفوترة السنوية توفّر حتى ${percent}`,
    },
    saving: (percent: string) => `أقل بنسبة ${percent}`,
    billedPeriod: { month: 'فوترة شهرية', year: 'فوترة سنوية' },
    switchPeriod: { month: 'التحويل إلى الفوترة الشهرية', year: 'التحويل إلى الفوترة السنوية' },
    seats: 'المستخدمون',
    times: (n: number, item: string) => `${count(n)} × ${item}`,
    seatsHint: (min: number, max: number) => `من ${count(min)} إلى ${count(max)}`,
    seatsInvalid: (min: number, max: number, shown: number, unit: string | null) =>
      `يُرجى إدخال عدد صحيح من ${count(min)} إلى ${count(max)}. الأسعار المعروضة ${forUsers(shown, unit)}.`,
    seatsCount: users,
    seatsRange: (label: string) => `${label} (شريط التمرير)`,
    changeUsers: (n: number, unit: string | null = null) => `التغيير إلى ${users(n, unit)}`,
    forSeats: forUsers,
    featureCount: (n: number) => plural(n, { zero: 'لا ميزات', two: 'ميزتان', other: features(n) }),
    limitCount: (shown: number, total: number) => {
      if (shown !== total) return `${count(shown)} من ${limits(total)}`;
      return plural(total, { two: 'حدّا استخدام', other: limits(total) });
    },
    differentFrom: (plan: string) => `يختلف عن ${plan}`,
    everythingInPlus: (plan: string) => `كل ما في ${plan}، بالإضافة إلى`,
    seeAllContents: 'عرض كل المحتويات',
    everythingInExceptPlus: (plan: string, exceptions: string) =>
      `كل ما في ${plan} ما عدا ${exceptions}، بالإضافة إلى`,
    asIn: (plan: string) => `كما في ${plan}`,
    sameFeaturesAs: (plan: string) => `الميزات نفسها كما في ${plan}`,
    inEveryPlan: (n: number) =>
      `${plural(n, { zero: 'لا ميزات', two: 'ميزتان', other: features(n) })} في كل هذه الخطط`,
    sharedPlus: (n: number) => `ما تتضمنه كل هذه الخطط (${features(n)})، بالإضافة إلى`,
    sharedOnly: (n: number) => `ما تتضمنه كل هذه الخطط (${features(n)})`,
    seeAll: (n: number) =>
      plural(n, { one: 'عرض ميزة واحدة', two: 'عرض الميزتين', other: `عرض كل الميزات (${count(n)})` }),
    seeFewer: 'عرض ميزات أقل',
    ofPlan: (plan: string) => `في ${plan}`,
    noFeatures: 'لا توجد ميزات مدرجة',
    andMore: (n: number) =>
      plural(n, { one: 'وواحدة أخرى', two: 'واثنتان أخريان', other: `و${count(n)} أخرى` }),
    moreInfo: 'المزيد عن هذه الخطة',
    trial: 'بدء التجربة',
    upgrade: 'ترقية',
    downgrade: 'خفض الخطة',
    none: 'تبديل',
    toPlan: (plan: string) => `إلى ${plan}`,
    seeChanges: 'عرض التغييرات',
    withPlan: (plan: string) => `مع ${plan}`,
    choose: (plan: string) => `اختيار ${plan}`,
    offlineReason: 'لا يوجد اتصال بالإنترنت. يلزم الاتصال لتبديل الخطة.',
    addOns: 'إضافات لخطتك',
    addOnsForVisitors: 'الإضافات المتاحة',
    compareAll: 'مقارنة كل الميزات',
    empty: {
      title: 'لا توجد خطط بعد',
      body: 'لم تُنشر أي خطط حتى الآن. يُرجى العودة لاحقًا.',
    },
  };
};
