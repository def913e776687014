import type { CountFormatter } from '@/lib/format/plurals';
import type { PartialTexts } from '../customer-text';
import type { BaseText, LazyText } from '../texts';

/** What dialogs say to staff that act for an account: they name it, as {account}, and do not address it. */
export const customer = ({ count, plural }: CountFormatter): PartialTexts<BaseText & LazyText> => {
  const features = (n: number) => `${count(n)} ${plural(n, { one: 'feature', other: 'features' })}`;
  return {
    errors: {
      version_not_found: 'This plan is not available to the account.',
      preview_stale: 'The plan or its price has changed. Review the changes and confirm again.',
    },
    receipt: {
      receipt: { planWithAddOns: 'The plan with add-ons' },
      blockers: {
        users: { have: (n, excess) => `{account} has ${count(n)}. ${excess} must be removed first.` },
      },
    },
    switching: {
      switching: {
        unknownPlan: { body: 'The account can’t get it, or the link is wrong. Its plan hasn’t changed.' },
        youLose: (n) => (n === 0 ? `{account} loses no features` : `{account} loses ${features(n)}`),
        youGain: (n) => (n === 0 ? `{account} gains no features` : `{account} gains ${features(n)}`),
        addOns: {
          lost: (n) => `{account} loses ${count(n)} ${plural(n, { one: 'add-on', other: 'add-ons' })}`,
        },
        optionalLost: 'Add-ons that are no longer available',
        untilThen: (plan, price) => `Until then, {account} keeps ${plan}: ${price}.`,
        changed: { plan: 'The plan of the account has changed.' },
        alreadyOnPlan: `{account} is already on this plan.`,
        notAllowed: `{account} can’t switch to this plan`,
        failed: 'The plan was not switched',
        undo: {
          restores: `{account} returns to`,
          blockers: {
            undo_superseded: 'The plan or an add-on has changed since this switch. Choose a plan instead.',
            undo_unavailable:
              'What the account had before is no longer sold at the same price. Choose a plan instead.',
          },
        },
        done: { nowOn: (plan, price) => `{account} is on ${plan}: ${price}` },
      },
    },
  };
};
