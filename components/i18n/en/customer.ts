import type { CountFormatter } from '@/lib/format/plurals';
import type { addOns } from './add-ons';
import type { errors } from './base';
import type { changes } from './changes';
import type { history } from './history';
import type { usage } from './plan-details';
import type { blockers, receipt } from './receipt';
import type { switching } from './switching';

/** Some of the texts that functions create, at any depth. */
type Partially<Texts> = Texts extends (...args: never[]) => string
  ? Texts
  : { [Name in keyof Texts]?: Partially<Texts[Name]> };
type Created<Texts> = {
  [Name in keyof Texts]: Texts[Name] extends (words: CountFormatter) => infer Group
    ? Partially<Group>
    : never;
};

/** By the group of the texts. */
interface CustomerTexts {
  errors: Partially<ReturnType<typeof errors>>;
  account: Created<{ addOns: typeof addOns; changes: typeof changes; history: typeof history }>;
  planDetails: Created<{ usage: typeof usage }>;
  receipt: Created<{ receipt: typeof receipt; blockers: typeof blockers }>;
  switching: Created<{ switching: typeof switching }>;
}

/** What dialogs say to staff that act for an account: they name it, as {account}, and do not address it. */
export const customer = ({ count, plural }: CountFormatter): CustomerTexts => {
  const features = (n: number) => `${count(n)} ${plural(n, { one: 'feature', other: 'features' })}`;
  return {
    errors: {
      version_not_found: 'This plan is not available to the account.',
      preview_stale: 'The plan or its price has changed. Review the changes and confirm again.',
    },
    account: {
      addOns: {
        sections: { on: () => 'Add-ons that are on' },
        total: (price) => `Add-ons: ${price}`,
        included: 'Included in the plan',
        retired: 'No longer offered. It stays on until it is turned off.',
        kept: (price) =>
          `It stays as it is until it is turned off or the plan changes. Turned on today, it costs ${price}.`,
        blockers: {
          option_included: 'Included in the plan.',
          option_not_offered: 'Not available for the plan.',
          billing_period_unavailable: 'Not sold with the billing period of the account.',
          users_limit_exceeded: 'The plan allows fewer users without it. Users must be removed first.',
          usage_exceeds_limit:
            'The account uses more than the plan allows without it, and must use less first.',
        },
        youGet: '{account} gets',
        youLose: '{account} loses',
        notAllowed: 'This add-on can’t be changed for {account}',
        quantity: { done: (addOn, price) => `{account} now has ${addOn}: ${price}` },
      },
      changes: {
        restores: `{account} returns to`,
        undoBlockers: {
          undo_superseded: 'The plan or an add-on has changed since this switch. Choose a plan instead.',
          undo_unavailable:
            'What the account had before, such as a trial or an earlier price, is no longer available. Choose a plan instead.',
        },
        untilThen: (plan, price) => `Until then, {account} keeps ${plan}: ${price}.`,
        trial: { ends: (date) => `The trial until ${date} ends.` },
      },
      history: { empty: { body: 'Changes to the plan will appear here.' } },
    },
    planDetails: {
      usage: {
        uses: (used) => `{account} uses ${used}.`,
        remove: (excess) => `${excess} must be removed first.`,
      },
    },
    receipt: {
      receipt: { planWithAddOns: 'The plan with add-ons' },
      blockers: {
        known: {
          trial_unavailable: 'This plan has no trial for {account}.',
          trial_used: '{account} has had the trial of this plan.',
        },
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
        changed: { plan: 'The plan of the account has changed.' },
        alreadyOnPlan: `{account} is already on this plan.`,
        notAllowed: `{account} can’t switch to this plan`,
        failed: 'The plan was not switched',
        done: { nowOn: (plan, price) => `{account} is on ${plan}: ${price}` },
      },
    },
  };
};
