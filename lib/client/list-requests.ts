import type { AccountChangeBody } from '@/lib/contract/account-changes';

/** The changes that wait for an owner, one of each group of identical requests, which are decided together. */
export function listRequests(changes: AccountChangeBody[]): AccountChangeBody[] {
  const requests = changes.filter(({ waits_for, ended_at }) => waits_for === 'owner' && ended_at === null);
  const getTarget = (change: AccountChangeBody) => {
    const { origin, version, billing_period, users, optional_feature, quantity } = change;
    return [origin, version.id, billing_period, users, optional_feature?.id, quantity].join(' ');
  };
  const seen = new Set<string>();
  return requests.filter((change) => {
    const target = getTarget(change);
    const isNew = !seen.has(target);
    seen.add(target);
    return isNew;
  });
}
