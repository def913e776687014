import type { AllTexts } from '../texts';

export const customer: AllTexts['customer'] = ({ count }) => ({
  errors: {
    version_not_found: 'هذه الخطة غير متاحة للحساب.',
    preview_stale: 'تغيّرت الخطة أو تغيّر سعرها. يُرجى مراجعة التغييرات ثم التأكيد مجددًا.',
  },
  account: {
    addOns: {
      sections: { on: () => 'الإضافات المفعّلة' },
      total: (price) => `الإضافات: ${price}`,
      included: 'مشمولة في الخطة',
      retired: 'لم تعد معروضة. تبقى مفعّلة حتى تُوقف.',
      kept: (price) => `تبقى كما هي حتى تُوقف أو تتغيّر الخطة. عند تفعيلها اليوم تكلّف ${price}.`,
      blockers: {
        option_included: 'مشمولة في الخطة.',
        option_not_offered: 'غير متاحة للخطة.',
        billing_period_unavailable: 'غير معروضة مع نوع فوترة الحساب.',
        users_limit_exceeded: 'تسمح الخطة بعدد أقل من المستخدمين من دونها. تجب إزالة مستخدمين أولًا.',
        usage_exceeds_limit: 'استخدام الحساب يتجاوز ما تسمح به الخطة من دونها. يجب تقليله أولًا.',
      },
      youGet: 'يحصل {account} على',
      youLose: 'يفقد {account}',
      notAllowed: 'لا يمكن تغيير هذه الإضافة لدى {account}',
      done: { on: (addOn, price) => `لدى {account} الآن ${addOn}: ${price}` },
      quantity: { done: (addOn, price) => `لدى {account} الآن ${addOn}: ${price}` },
    },
    changes: {
      restores: `سيعود {account} إلى`,
      undoBlockers: {
        undo_superseded: 'تغيّرت خطة الحساب أو إحدى الإضافات بعد هذا التبديل. يمكنك اختيار خطة بدلًا من ذلك.',
        undo_unavailable:
          'ما كان لدى الحساب من قبل، مثل فترة تجريبية أو سعر سابق، لم يعد متاحًا. يمكنك اختيار خطة بدلًا من ذلك.',
      },
      untilThen: (plan, price) => `حتى ذلك الحين تبقى خطة {account} هي ${plan}: ${price}.`,
      trial: { ends: (date) => `تنتهي الفترة التجريبية الممتدة حتى ${date}.` },
    },
    history: { empty: { body: 'تظهر هنا تغييرات الخطة.' } },
  },
  planDetails: {
    usage: {
      uses: (used) => `استخدام {account}: ${used}.`,
      remove: (excess) => `تجب إزالة ${excess} أولًا.`,
    },
  },
  receipt: {
    receipt: { planWithAddOns: 'الخطة مع الإضافات' },
    blockers: {
      known: {
        trial_unavailable: 'لا تتوفر فترة تجريبية لهذه الخطة لدى {account}.',
        trial_used: 'سبق أن استخدم {account} الفترة التجريبية لهذه الخطة.',
      },
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
      changed: { plan: 'تغيّرت خطة الحساب.' },
      alreadyOnPlan: `هذه خطة {account} بالفعل.`,
      notAllowed: `لا يمكن تبديل {account} إلى هذه الخطة`,
      failed: 'لم تُبدَّل الخطة',
      done: { nowOn: (plan, price) => `خطة {account} الآن ${plan}: ${price}` },
    },
  },
});
