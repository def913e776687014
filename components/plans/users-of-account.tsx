'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { areUsersFixed } from '@/components/pricing/use-billing';
import { TextButton } from '@/components/ui/text-link';
import type { VersionList } from '@/lib/contract/versions';
import { pluralizeUnit } from '@/lib/format/amount';

interface UsersOfAccountProps {
  list: Pick<VersionList['data'], 'app' | 'billing_period' | 'users'>;
  /** The number that the prices are for. */
  seats: number;
  /** The price list's word for a user, null for "user". */
  unit: string | null;
  /** Opens the dialog that changes the number. Null for a user who may not. */
  onChange: (() => void) | null;
}

/** "9 users", with where the number is managed, or a button that changes it to the chosen one. */
export function UsersOfAccount({ list, seats, unit, onChange }: UsersOfAccountProps) {
  const { pricing } = useText();
  const { app, users } = list;
  const nounOf = (n: number) => unit && pluralizeUnit(unit, n);
  const count = pricing.seatsCount(users, nounOf(users));
  return (
    <p className="figures text-body">
      {areUsersFixed(list)
        ? interpolate(pricing.usersManagedIn, [
            <span key="count">{count}</span>,
            <bdi key="app">{app.title}</bdi>,
          ])
        : count}
      {seats !== users && onChange && (
        <>
          {' · '}
          <TextButton className="screen-only" aria-haspopup="dialog" onClick={onChange}>
            {pricing.changeUsers(seats, nounOf(seats))}
          </TextButton>
        </>
      )}
    </p>
  );
}
