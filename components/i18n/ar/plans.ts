import { parsePeriod } from '@/lib/format/plurals';
import type { AllTexts } from '../texts';
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

export const amounts: AllTexts['amounts'] = (counting) => {
  const { periods: countedPeriods } = createCountedNouns(counting);
  return {
    unlimited: 'غير محدود',
    unit: toUnit,
    now: (after) => `الآن ${after}`,
    was: (before) => `سابقًا ${before}`,
    upFrom: (before) => `بدلًا من ${before}`,
    change: (before, after) => `${before} ← ${after}`,
    perShare: (quantity, unit) => `${isolate(quantity)} لكل ${isolate(unit)}`,
    inPeriod: (quantity, period) => {
      const { count: n, name } = parsePeriod(period);
      const words = n === 1 ? amountPeriods[name] : countedPeriods(n, name);
      return `${isolate(quantity)} ${words ?? `كل ${isolate(period)}`}`;
    },
  };
};

const periods = { month: 'شهريًا', year: 'سنويًا' };

export const pricing: AllTexts['pricing'] = (counting) => {
  const { count, plural } = counting;
  const { features, limits, users, forUsers } = createCountedNouns(counting);
  return {
    title: 'الخطط',
    failed: 'تعذّر تحميل الخطط',
    yourPlan: 'خطتك',
    yourPlanIs: (plan) => `خطتك: ${plan}`,
    yourPlanSince: (plan, date) => `خطتك: ${plan} منذ ${date}`,
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
    earlierPlan: (plan) => `\u200F${isolate(plan)} (سابقًا)`,
    free: 'مجانًا',
    onRequest: 'السعر عند الطلب',
    contactUs: 'التواصل معنا',
    price: {
      user: 'مستخدم',
      perUnit: (amount, unit) => `${amount} لكل ${isolate(toUnit(unit, 1))}`,
      sum: (base, perUser) => `${base} + ${perUser}`,
      inPeriod: (price, period) => `${price} ${periods[period]}`,
      orAnnually: (price) => `أو ${price} سنويًا`,
      billedAnnually: (price) => `يُدفع سنويًا، ${price} في السنة`,
      billedMonthly: 'يُدفع شهريًا',
      bounds: (min, max, unit) => {
        const of = (n: number) => users(n, unit && toUnit(unit, n));
        if (max === null) return `ابتداءً من ${of(min)}`;
        return min > 1 ? `من ${count(min)} إلى ${of(max)}` : `حتى ${of(max)}`;
      },
    },
    billing: {
      legend: 'الفوترة',
      month: 'شهرية',
      year: 'سنوية',
      savesUpTo: (percent) => `الفوترة السنوية توفّر حتى ${percent}`,
    },
    saving: (percent) => `أقل بنسبة ${percent}`,
    billedPeriod: { month: 'فوترة شهرية', year: 'فوترة سنوية' },
    switchPeriod: { month: 'التحويل إلى الفوترة الشهرية', year: 'التحويل إلى الفوترة السنوية' },
    seats: 'المستخدمون',
    times: (n, item) => `${count(n)} × ${item}`,
    seatsHint: (min, max) => `من ${count(min)} إلى ${count(max)}`,
    seatsInvalid: (min, max, shown, unit) =>
      `يُرجى إدخال عدد صحيح من ${count(min)} إلى ${count(max)}. الأسعار المعروضة ${forUsers(shown, unit)}.`,
    seatsCount: users,
    seatsRange: (label) => `${label} (شريط التمرير)`,
    changeUsers: (n, unit = null) => `التغيير إلى ${users(n, unit)}`,
    forSeats: forUsers,
    featureCount: (n) => plural(n, { zero: 'لا ميزات', two: 'ميزتان', other: features(n) }),
    limitCount: (shown, total) => {
      if (shown !== total) return `${count(shown)} من ${limits(total)}`;
      return plural(total, { two: 'حدّا استخدام', other: limits(total) });
    },
    differentFrom: (plan) => `يختلف عن ${plan}`,
    everythingInPlus: (plan) => `كل ما في ${plan}، بالإضافة إلى`,
    seeAllContents: 'عرض كل المحتويات',
    everythingInExceptPlus: (plan, exceptions) => `كل ما في ${plan} ما عدا ${exceptions}، بالإضافة إلى`,
    asIn: (plan) => `كما في ${plan}`,
    sameFeaturesAs: (plan) => `الميزات نفسها كما في ${plan}`,
    inEveryPlan: (n) =>
      `${plural(n, { zero: 'لا ميزات', two: 'ميزتان', other: features(n) })} في كل هذه الخطط`,
    sharedPlus: (n) => `ما تتضمنه كل هذه الخطط (${features(n)})، بالإضافة إلى`,
    sharedOnly: (n) => `ما تتضمنه كل هذه الخطط (${features(n)})`,
    seeAll: (n) =>
      plural(n, { one: 'عرض ميزة واحدة', two: 'عرض الميزتين', other: `عرض كل الميزات (${count(n)})` }),
    seeFewer: 'عرض ميزات أقل',
    ofPlan: (plan) => `في ${plan}`,
    noFeatures: 'لا توجد ميزات مدرجة',
    andMore: (n) => plural(n, { one: 'وواحدة أخرى', two: 'واثنتان أخريان', other: `و${count(n)} أخرى` }),
    moreInfo: 'المزيد عن هذه الخطة',
    trial: 'بدء التجربة',
    upgrade: 'ترقية',
    downgrade: 'خفض الخطة',
    none: 'تبديل',
    toPlan: (plan) => `إلى ${plan}`,
    seeChanges: 'عرض التغييرات',
    withPlan: (plan) => `مع ${plan}`,
    choose: (plan) => `اختيار ${plan}`,
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
