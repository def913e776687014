export const signIn = {
  title: 'بأي شخصية اليوم؟',
  lead: 'هذا عرض توضيحي، وشخصياته من نسج الخيال. يكفي اختيار إحداها، من دون كلمة مرور.',
  enter: 'دخول',
  as: (person: string) => `باسم ${person}`,
  nobody: 'لا أحد هنا بعد.',
};
