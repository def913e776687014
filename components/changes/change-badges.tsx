'use client';

import { usePageText } from '@/components/i18n/page-text';
import { Badge } from '@/components/ui/badge';
import { useAppDate } from '@/components/ui/date-text';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { VersionEntry } from '@/lib/contract/versions';
import { ChangeTotal } from './change-pays';

interface ChangeBadgesProps {
  plan: Pick<VersionEntry, 'id' | 'current' | 'trial' | 'switch'>;
  /** The changes of the account that wait. */
  changes: AccountChangeBody[];
}

/** What happens to a plan, and when: "From 1 March 2027 · $9 / month". And the trial of one that can be started. */
export function ChangeBadges({ plan, changes }: ChangeBadgesProps) {
  const { badges } = usePageText('account').changes;
  const formatAppDate = useAppDate();
  const switches = changes.filter(({ optional_feature: addOn }) => addOn === null);
  const trialDays = plan.switch === null || plan.switch.trial_available ? plan.trial?.days : undefined;
  const shown = switches.map((change) => {
    const { id, effective_at: at, waits_for: waitsFor, version: target } = change;
    const isTarget = target.id === plan.id;
    if (waitsFor !== null) {
      return isTarget && <Badge key={id}>{waitsFor === 'owner' ? badges.asked : badges.waits}</Badge>;
    }
    if (at === null || plan.current === isTarget) return null;
    if (!isTarget) return <Badge key={id}>{badges.until(formatAppDate(at, true))}</Badge>;
    return (
      <Badge key={id}>
        <span>
          {badges.from(formatAppDate(at))} · <ChangeTotal change={change} />
        </span>
      </Badge>
    );
  });
  return trialDays === undefined ? shown : [...shown, <Badge key="trial">{badges.trial(trialDays)}</Badge>];
}
