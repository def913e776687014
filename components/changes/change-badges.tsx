'use client';

import { usePageText } from '@/components/i18n/page-text';
import { Badge } from '@/components/ui/badge';
import { useAppDate } from '@/components/ui/date-text';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { VersionEntry } from '@/lib/contract/versions';

interface ChangeBadgesProps {
  plan: Pick<VersionEntry, 'id' | 'current' | 'trial' | 'switch'>;
  /** The changes of the account that wait. */
  changes: AccountChangeBody[];
}

/** What happens to a plan, and when: "From 1 March 2027". And the trial of one that can be started. */
export function ChangeBadges({ plan, changes }: ChangeBadgesProps) {
  const { badges } = usePageText('account').changes;
  const formatAppDate = useAppDate();
  const switches = changes.filter(({ optional_feature: addOn }) => addOn === null);
  const trialDays = plan.switch === null || plan.switch.trial_available ? plan.trial?.days : undefined;
  const shown = switches.map(({ id, effective_at: at, waits_for: waitsFor, version: target }) => {
    const isTarget = target.id === plan.id;
    if (waitsFor !== null) {
      return isTarget && <Badge key={id}>{waitsFor === 'owner' ? badges.asked : badges.waits}</Badge>;
    }
    if (at === null || plan.current === isTarget) return null;
    const label = isTarget ? badges.from(formatAppDate(at)) : badges.until(formatAppDate(at, true));
    return <Badge key={id}>{label}</Badge>;
  });
  return trialDays === undefined ? shown : [...shown, <Badge key="trial">{badges.trial(trialDays)}</Badge>];
}
