import type { CountFormatter } from '@/lib/format/plurals';
import type { customer as english } from '../en/customer';

export const customer = ({ count }: CountFormatter): ReturnType<typeof english> => ({
  errors: {
    version_not_found: 'هذه الخطة غير متاحة للحساب.',
    preview_stale: 'تغيّرت الخطة أو تغيّر سعرها. يُرجى مراجعة التغييرات ثم التأكيد مجددًا.',
  },
  receipt: {
    receipt: { planWithAddOns: 'الخطة مع الإضافات' },
    blockers: {
      users: { have: (n, excess) => `العدد الحالي لدى {account}: ${count(n)}. تجب إزالة ${excess} أولًا.` },
    },
  },
  switching: {
    switching: {
      unknownPlan: { body: 'هذه الخطة غير متاحة للحساب، أو أن الرابط خاطئ. لم تتغيّر خطة الحساب.' },
      youLose: (n) =>
        n === 0 ? `لن يفقد {account} أي ميزة` : `عدد الميزات التي يفقدها {account}: ${count(n)}`,
      youGain: (n) =>
        n === 0 ? `لن تُضاف إلى {account} أي ميزة` : `عدد الميزات التي تُضاف إلى {account}: ${count(n)}`,
      addOns: { lost: (n) => `عدد الإضافات التي يفقدها {account}: ${count(n)}` },
      untilThen: (plan, price) => `حتى ذلك الحين تبقى خطة {account} هي ${plan}: ${price}.`,
      changed: { plan: 'تغيّرت خطة الحساب.' },
      alreadyOnPlan: `هذه خطة {account} بالفعل.`,
      notAllowed: `لا يمكن تبديل {account} إلى هذه الخطة`,
      failed: 'لم تُبدَّل الخطة',
      undo: {
        restores: `سيعود {account} إلى`,
        blockers: {
          undo_superseded: 'تغيّرت خطة الحساب أو إحدى الإضافات بعد هذا التبديل. يمكنك اختيار خطة بدلًا من ذلك.',
          undo_unavailable:
            'ما كان لدى الحساب من قبل لم يعد متاحًا بالسعر نفسه. يمكنك اختيار خطة بدلًا من ذلك.',
        },
      },
      done: { nowOn: (plan, price) => `خطة {account} الآن ${plan}: ${price}` },
    },
  },
});
