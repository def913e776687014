'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { TermsNote } from '@/components/pricing/terms-note';
import { areUsersFixed } from '@/components/pricing/use-billing';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { AppDate } from '@/components/ui/date-text';
import { TextButton } from '@/components/ui/text-link';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { VersionList } from '@/lib/contract/versions';
import { formatPrice } from '@/lib/pricing/format-price';
import { findNextPrices } from '@/lib/pricing/next-prices';
import type { VersionPrice } from '@/lib/pricing/price';
import { findUserUnit } from '@/lib/pricing/price';

// What only some accounts have below their plan: one script.

interface CurrentPlanNotesProps extends Pick<UsersOfAccountProps, 'hasUsers' | 'seats'> {
  list: VersionList['data'];
  changes: AccountChangeBody[];
  /** When the account follows the plan at its renewal, in Unix seconds. It is null if it does not. */
  followsAt: number | null;
  /** Opens the dialog of a switch to a version. */
  onSwitch: (versionId: string) => void;
}

/** All of them. */
export function CurrentPlanNotes(props: CurrentPlanNotesProps) {
  const { list, changes, followsAt, hasUsers, seats, onSwitch } = props;
  const current = list.versions.find((version) => version.current);
  if (!current) return null;
  return (
    <>
      {!current.active && <RetiredNote {...{ changes, followsAt }} />}
      {followsAt !== null && <NextPrices {...{ list, followsAt }} />}
      {current.terms && <TermsNote app={list.app} period={list.billing_period} plan={current} />}
      {(hasUsers || list.quantity !== null) && (
        <UsersOfAccount
          list={list}
          current={current}
          hasUsers={hasUsers}
          seats={seats}
          unit={findUserUnit(list.versions)}
          onChange={current.switch?.allowed ? () => onSwitch(current.id) : null}
        />
      )}
    </>
  );
}

interface NextPricesProps {
  list: Pick<VersionList['data'], 'app' | 'billing_period' | 'versions'>;
  followsAt: number;
}

/** "From 1 March 2027: $12 / month" */
function NextPrices({ list: { app, billing_period: period, versions }, followsAt }: NextPricesProps) {
  const { receipt } = useLazyText('receipt');
  const options = usePriceOptions(app, period ?? app.billing_period);
  return findNextPrices(versions, followsAt).map(({ at, price }) => (
    <p key={at} className="figures text-body">
      {interpolate(receipt.next, [
        <AppDate key="date" at={at} />,
        <bdi key="price">{formatPrice(price, options)}</bdi>,
      ])}
    </p>
  ));
}

interface UsersOfAccountProps {
  list: Pick<VersionList['data'], 'app' | 'billing_period' | 'users' | 'quantity'>;
  current: VersionPrice;
  /** Whether prices or a limit depend on the number of users. */
  hasUsers: boolean;
  /** The number that the prices are for. */
  seats: number;
  /** The price list's word for a user. It is null for "user". */
  unit: string | null;
  /** Opens the dialog that changes the number. It is null for a user who may not. */
  onChange: (() => void) | null;
}

/** "9 users · 3 sites", with where the users are managed, or a button that changes a number to the chosen one. */
export function UsersOfAccount({ list, current, hasUsers, seats, unit, onChange }: UsersOfAccountProps) {
  const { amounts, pricing } = useText();
  const { receipt } = useLazyText('receipt');
  const { app, users, quantity } = list;
  const { units = null, fee_unit: feeUnit } = current;
  const format = (text: typeof pricing.seatsCount, n: number, noun: string | null) =>
    text(n, noun && amounts.unit(noun, n));
  const numbers = [
    ...(hasUsers ? [{ has: users, chosen: seats, noun: unit, isFixed: areUsersFixed(list) }] : []),
    ...(quantity !== null
      ? [{ has: quantity, chosen: units ?? quantity, noun: feeUnit, isFixed: false }]
      : []),
  ];
  const changed = numbers.find(({ has, chosen }) => has !== chosen);
  return (
    <p className="figures text-body">
      {numbers.map(({ has, noun, isFixed }, index) => {
        const count = <span key="count">{format(pricing.seatsCount, has, noun)}</span>;
        return (
          <span key={noun}>
            {index > 0 && ' · '}
            {isFixed ? interpolate(receipt.usersManagedIn, [count, <bdi key="app">{app.title}</bdi>]) : count}
          </span>
        );
      })}
      {changed && onChange && (
        <>
          {' · '}
          <TextButton className="screen-only" aria-haspopup="dialog" onClick={onChange}>
            {format(pricing.changeUsers, changed.chosen, changed.noun)}
          </TextButton>
        </>
      )}
    </p>
  );
}

/** That the plan is no longer sold. The account keeps it, unless it follows the plan or a change to another one is scheduled. */
function RetiredNote({ changes, followsAt }: { changes: AccountChangeBody[]; followsAt: number | null }) {
  const { note, kept } = useLazyText('receipt').receipt.retired;
  const isLeaving =
    followsAt !== null ||
    changes.some(({ state, optional_feature: addOn }) => state === 'scheduled' && !addOn);
  return (
    <p className="text-body">
      {note} {!isLeaving && kept}
    </p>
  );
}
