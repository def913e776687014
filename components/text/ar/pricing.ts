import type { Counting } from '@/lib/format/words';
import { countedWords } from './words';

const each = { month: 'شهريًا', year: 'سنويًا' };

export const pricing = (counting: Counting) => {
  const { count, plural } = counting;
  const { features, users } = countedWords(counting);
  return {
    title: 'الخطط',
    failed: 'تعذّر تحميل الخطط',
    yourPlan: 'خطتك',
    yourPlanIs: (plan: string) => `خطتك: ${plan}`,
    yourPlanSince: (plan: string, date: string) => `خطتك: ${plan} منذ ${date}`,
    noPlan: 'ليست لديك خطة بعد. البداية باختيار خطة.',
    visitorLead: 'سعر كل خطة، وما تضيفه إلى التي قبلها.',
    allPlans: 'كل الخطط',
    noLongerOffered: 'لم تعد متاحة',
    notPublic: 'غير منشورة',
    currentIsRetired: 'لم تعد متاحة للآخرين، وتبقى لك ما دمت تريدها.',
    free: 'مجانًا',
    onRequest: 'السعر عند الطلب',
    contactUs: 'التواصل معنا',
    words: {
      base: (amount: string, period: 'month' | 'year') => `${amount} ${each[period]}`,
      perUser: (amount: string, period: 'month' | 'year') => `${amount} لكل مستخدم ${each[period]}`,
      both: (base: string, perUser: string, period: 'month' | 'year') =>
        `${base} + ${perUser} لكل مستخدم ${each[period]}`,
      unchanged: 'السعر نفسه',
    },
    seats: 'المستخدمون',
    seatsHint: (max: number) => `من ${count(1)} إلى ${count(max)}`,
    seatsCount: users,
    seatsRange: 'عدد المستخدمين، بشريط التمرير',
    forSeats: (seats: number) => (seats === 1 || seats === 2 ? `ل${users(seats)}` : `لعدد ${users(seats)}`),
    included: (n: number) => plural(n, { zero: 'لا ميزات', two: 'ميزتان', other: features(n) }),
    everythingInPlus: (plan: string) => `كل ما في ${plan}، إضافة إلى`,
    everythingInOnly: (plan: string) => `كل ما في ${plan}، لا غير`,
    seeAll: (n: number) =>
      plural(n, { one: 'عرض ميزتها الوحيدة', two: 'عرض ميزتيها', other: `عرض الميزات كلها (${count(n)})` }),
    ofPlan: (plan: string) => `في ${plan}`,
    noFeatures: 'لا ميزات مدرجة',
    more: (n: number) => plural(n, { one: 'وواحدة أخرى', two: 'واثنتان أخريان', other: `و${count(n)} أخرى` }),
    moreInfo: 'المزيد عن هذه الخطة',
    upgrade: 'ترقية',
    downgrade: 'تخفيض',
    change: 'تبديل',
    to: (plan: string) => `إلى ${plan}`,
    signInToSwitch: 'تسجيل الدخول للتبديل',
    offlineReason: 'لا اتصال بالإنترنت. على التبديل أن ينتظر.',
    optionalFeatures: 'ميزات اختيارية يمكن إضافتها إلى خطتك',
    optionalFeaturesForVisitors: 'ميزات اختيارية يمكن إضافتها',
    compareAll: 'مقارنة كل الميزات',
    empty: {
      title: 'لا خطط بعد',
      body: 'لم يُنشر شيء هنا حتى الآن. قد تظهر الخطط لاحقًا.',
    },
  };
};
