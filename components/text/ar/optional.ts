export const optional = {
  title: 'الميزات الاختيارية',
  failed: 'تعذّر تحميل الميزات الاختيارية',
  lead: (plan: string) => `ما يمكن إضافته إلى ${plan}، وكلفته الإضافية.`,
  visitorLead: 'ما يمكن إضافته إلى كل خطة، وكلفته الإضافية.',
  other: 'عام',
  withPlans: (plans: string) => `مع ${plans}`,
  holds: (features: string) => `تتضمن ${features}`,
  howToAdd: 'الإضافة بالاتفاق:',
  empty: {
    title: (plan: string) => `لا شيء لإضافته إلى ${plan}`,
    titleWithoutPlan: 'لا ميزات اختيارية',
    bodyWithoutPlan: 'كل الميزات المتاحة تأتي مع الخطط.',
    body: 'ليست لهذه الخطة ميزات اختيارية. وما ينقصها قد تتضمنه خطة أخرى.',
    action: 'مقارنة الخطط',
  },
};
