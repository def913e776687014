import type { Counting } from '@/lib/format/words';
import { countedWords } from './words';

export const history = (counting: Counting) => {
  const { count, plural } = counting;
  const { features } = countedWords(counting);
  return {
    title: 'السجل',
    lead: 'كل تغيير في خطتك، كما كان وقت حدوثه.',
    failed: 'تعذّر تحميل السجل',
    list: 'التغييرات، الأحدث أولًا',
    current: 'الحالية',
    from: {
      upgrade: (title: string) => `ترقية من ${title}`,
      downgrade: (title: string) => `تخفيض من ${title}`,
      none: (title: string) => `تبديل من ${title}`,
    },
    began: 'هنا كانت البداية',
    active: 'المدة',
    soFar: (duration: string) => `${duration} حتى الآن`,
    priceThen: 'السعر حينها',
    by: 'بواسطة',
    channels: {
      portal: (name: string) => `${name}، عبر هذه الصفحات`,
      api: (name: string) => `${name}، عبر واجهة API`,
      command: (name: string) => `${name}، بأمر`,
    },
    reason: 'السبب',
    lost: (n: number) => `فقدان ${features(n)}`,
    gained: (n: number) => `اكتساب ${features(n)}`,
    beganWith: (n: number) => `البداية مع ${features(n)}`,
    sameFeatures: 'بقيت الميزات على حالها.',
    andMore: (n: number) =>
      plural(n, { one: 'وواحدة أخرى', two: 'واثنتان أخريان', other: `و${count(n)} أخرى` }),
    showAll: (n: number) =>
      plural(n, {
        one: 'عرض التغيير الوحيد',
        two: 'عرض التغييرين',
        few: `عرض التغييرات كلها (${count(n)})`,
        other: `عرض التغييرات كلها (${count(n)})`,
      }),
    showOlder: (n: number) =>
      plural(n, {
        one: 'عرض تغيير أقدم',
        two: 'عرض تغييرين أقدم',
        few: `عرض ${count(n)} تغييرات أقدم`,
        many: `عرض ${count(n)} تغييرًا أقدم`,
        other: `عرض ${count(n)} تغيير أقدم`,
      }),
    showingOlder: 'جارٍ تحميل الأقدم…',
    olderFailed: 'تعذّر تحميل التغييرات الأقدم.',
    download: 'تنزيل ملف CSV',
    empty: {
      title: 'لا تغييرات في الخطة بعد',
      body: 'بمجرد أن تصبح لحسابك خطة، يُحفظ هنا كل تغيير فيها.',
      action: 'عرض الخطط',
    },
    noAccount: {
      title: 'لكل حساب سجله',
      visitor: 'بعد تسجيل الدخول تظهر هنا خطط حسابك وتواريخها.',
      signedIn: 'دخولك مسجَّل من دون حساب، فلا سجل لعرضه.',
      elsewhere: 'تُفتح هذه الصفحة من داخل المنتج، بعد تسجيل الدخول إلى حسابك.',
    },
  };
};
