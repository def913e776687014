export const buildPlan = () => ({
  title: 'تكوين الخطة',
  lead: 'يمكن إضافة ما يلزم. الإجمالي لكل ما أُضيف.',
  accountLead: 'يمكن تفعيل ما يلزم. الإجمالي لكل ما هو مفعّل.',
  add: 'إضافة',
  remove: 'إزالة',
  selection: 'اختيارك',
});
