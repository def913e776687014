export const failure = {
  title: 'لم تُحمَّل هذه الصفحة',
  body: 'الخلل من جانبنا، ولم يتغير شيء في خطتك.',
  tryAgain: 'إعادة المحاولة',
};
