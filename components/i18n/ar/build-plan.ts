export const buildPlan = () => ({
  title: 'تكوين الخطة',
  lead: 'يمكن إضافة ما يلزم. الإجمالي لكل ما أُضيف.',
  add: 'إضافة',
  remove: 'إزالة',
  selection: 'اختيارك',
});
