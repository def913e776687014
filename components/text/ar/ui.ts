export const ui = {
  tryAgain: 'إعادة المحاولة',
  tryingAgain: 'جارٍ التحميل…',
  loading: 'جارٍ التحميل',
  comma: '، ',
  causes: {
    offline: 'لا اتصال بالإنترنت.',
    unreachable: 'لم تستجب الخدمة.',
    unknown: 'حدث خلل من جانبنا.',
  },
  lastUpdated: (time: string) => `آخر تحديث ${time}.`,
  retry: 'تحديث',
};
