'use client';

import { fillPhrase } from '@/components/text/fill-phrase';
import { useClock, useText } from '@/components/text/text-provider';
import { YoursMark } from '@/components/ui/badge';
import { useHistory } from '@/lib/client/history';
import type { VersionEntry } from '@/lib/contract/version-list';
import { formatDate, machineTime } from '@/lib/format/dates';

/** "Your plan: Team since 3 March 2026". Without the history it is the same sentence, less its date. */
export function PlansLead({
  current,
  hasAccount,
}: {
  current: VersionEntry | undefined;
  hasAccount: boolean;
}) {
  const { pricing } = useText();
  if (!hasAccount) return <p>{pricing.visitorLead}</p>;
  if (!current) return <p>{pricing.noPlan}</p>;
  return (
    <>
      <p>
        <YoursMark /> <YourPlan plan={current} />
      </p>
      {!current.active && <p className="text-body">{pricing.currentIsRetired}</p>}
    </>
  );
}

function YourPlan({ plan: { id, title } }: { plan: VersionEntry }) {
  const { pricing } = useText();
  const clock = useClock();
  const newest = useHistory().data?.pages[0]?.payload[0];
  const plan = (
    <bdi key="plan" className="font-medium text-ink">
      {title}
    </bdi>
  );
  if (newest?.id !== id) return fillPhrase(pricing.yourPlanIs, [plan]);
  const since = (
    <time key="since" dateTime={machineTime(newest.activated)}>
      {formatDate(newest.activated, clock)}
    </time>
  );
  return fillPhrase(pricing.yourPlanSince, [plan, since]);
}
