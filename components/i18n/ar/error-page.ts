export const errorPage = {
  title: 'تعذّر تحميل هذه الصفحة',
  body: 'حدث خطأ من جانبنا. لم تتغيّر خطتك.',
  tryAgain: 'إعادة المحاولة',
};
