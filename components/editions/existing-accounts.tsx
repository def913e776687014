'use client';

import { useId } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { AppDate } from '@/components/ui/date-text';
import { CheckField } from '@/components/ui/form-fields';
import { SpokenSubject } from '@/components/ui/text-link';
import type { CatalogDifference, Decision } from '@/lib/contract/catalog-editions';
import { contentLosses } from '@/lib/contract/version-losses';
import { EditionError } from './edition-state';
import type { Deciding } from './use-decisions';

/** What accounts have, and what a publication does to it. */
type Decided = Omit<CatalogDifference['earlier_add_ons'][number], 'present_key'>;

/** How many accounts keep what they have, and how many get the change. */
export function AccountsEffect({
  decided,
  requested,
}: {
  decided: Decided;
  requested: Decision | undefined;
}) {
  const { existing } = usePageText('staff').catalog;
  const { accounts, default_decision: defaultDecision, following_accounts: counted } = decided;
  if (defaultDecision === null || !accounts) return null;
  const isCounted = requested === undefined || requested === decided.requested_decision;
  const byRequest = requested === 'follow' ? accounts : 0;
  const decision = requested ?? decided.decision;
  const keeps = { keep_price: existing.priceKept, follow_renewal: existing.renewed };
  const describeKept = keeps[decision as keyof typeof keeps] ?? existing.kept;
  const following = isCounted ? counted : byRequest;
  return (
    <>
      {following < accounts && describeKept(accounts - following)}{' '}
      {following > 0 && existing.followed(following)}
      {decision === 'follow_renewal' && <RenewalTimes decided={decided} />}
    </>
  );
}

/** When accounts follow at their renewal, if that is saved. */
function RenewalTimes({ decided: { renewals } }: { decided: Decided }) {
  const { existing } = usePageText('staff').catalog;
  if (!renewals) return null;
  const { at_once: atOnce, unknown, first_at: first, last_at: last } = renewals;
  return (
    <>
      {atOnce > 0 && ` ${existing.renewedAtOnce(atOnce)}`}
      {first !== null && ' '}
      {first !== null && interpolate(existing.renewalStart, [<AppDate key="first" at={first} />])}
      {unknown > 0 && last !== null && (
        <>
          {' '}
          {interpolate(
            (date: string) => existing.renewalUnknown(unknown, date),
            [<AppDate key="last" at={last} />],
          )}
        </>
      )}
    </>
  );
}

interface ExistingAccountsProps {
  /** Whether it is a plan, whose accounts can keep the price alone. */
  isPlan?: boolean;
  changed: Decided;
  deciding: Deciding | null;
}

/** `some`: those that would be worse off keep what they have, and the others follow. */
type Choice = Decision | 'some';

/** Lets the product team choose what happens to the accounts that have a plan or an add-on. */
export function ExistingAccounts({ isPlan = false, changed, deciding }: ExistingAccountsProps) {
  const { existing, editor } = usePageText('staff').catalog;
  const name = useId();
  const { key, title, accounts, decision, default_decision: byDefault, losses } = changed;
  const { requested_decision: stored = null, following_accounts: counted } = changed;
  const { default_following_accounts: following = counted } = changed;
  if (byDefault === null || decision === null || !accounts) return null;
  if (!deciding) {
    return (
      <p className="pt-3">
        <AccountsEffect decided={changed} requested={undefined} />
      </p>
    );
  }
  const texts: Partial<Record<string, string>> = existing.losses;
  const isSplit = byDefault === 'keep' && following > 0;
  const byItself: Choice = isSplit ? 'some' : byDefault;
  const saved = stored ?? byItself;
  const canHaveDefault = isSplit && (stored === null || deciding.canClear(key));
  const canKeepPrice =
    isPlan && (saved === 'keep_price' || losses.some(({ reason }) => !contentLosses.has(reason)));
  const choices: Choice[] = [
    ...(canHaveDefault ? (['some'] as const) : []),
    'keep',
    ...(canKeepPrice ? (['keep_price'] as const) : []),
    'follow',
    ...(isPlan ? (['follow_renewal'] as const) : []),
  ];
  const requested = deciding.decisions[key];
  const chosen = requested ?? byItself;
  const state = deciding.getState(key);
  const meanings: Record<Choice, string> = {
    some: existing.someMeans(accounts - following, following),
    keep: existing.keepMeans,
    keep_price: existing.keepPriceMeans,
    follow: existing.followMeans,
    follow_renewal: existing.followRenewalMeans,
  };
  return (
    <fieldset className="mt-4 border-s-4 border-line ps-4">
      <legend className="float-start w-full font-medium">
        {existing.legend(accounts)}
        <SpokenSubject separator=" ">{title}</SpokenSubject>
      </legend>
      {choices.map((choice) => (
        <div key={choice} className="clear-start">
          <CheckField
            type="radio"
            name={name}
            checked={chosen === choice}
            onChange={() => deciding.decide(key, choice === 'some' ? null : choice)}
            aria-describedby={`${name}-${choice}`}
          >
            {existing[choice]}
          </CheckField>
          <p id={`${name}-${choice}`} className="-mt-1.5 ps-6.5 text-small text-soft">
            {meanings[choice]}
            {choice === 'follow_renewal' && <RenewalTimes decided={changed} />}
          </p>
        </div>
      ))}
      <p role="status" className="pt-2 text-small empty:hidden">
        {state === 'saving' && editor.saving}
        {state === 'saved' && editor.saved}
        {state === null && chosen !== saved && existing.unsaved}
      </p>
      <p role="alert" className="pt-2 text-small empty:hidden">
        {state === 'failed' && <EditionError error={deciding.error} />}
      </p>
      {losses.length > 0 && (
        <div className="pt-3 text-small">
          <p>{existing.worse}</p>
          <ul>
            {losses.map((loss) => (
              <li key={loss.reason}>
                – {texts[loss.reason] ?? <bdi lang="en">{loss.reason}</bdi>}
                {loss.accounts < accounts && <> ({existing.concerned(loss.accounts)})</>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  );
}
