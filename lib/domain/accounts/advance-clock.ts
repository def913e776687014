import { ApiError } from '@/lib/contract/errors';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { readAccountState } from '@/lib/db/accounts';
import { findDueRenewal } from '@/lib/db/catalog-follows';
import { readTenant } from '@/lib/db/connection/tenant';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import { advanceAccountClock } from '@/lib/db/waiting-changes';
import type { AppKeyCaller } from '../caller';
import { applyDueChange, applyDueTerms, followAtRenewal } from '../changes/apply-due-changes';
import { getChange, maxAheadMs, type WaitingChangeDetail } from '../changes/waiting-changes';
import { enterAccount, requireFound } from '../find-account';
import { getTime, type Service } from '../service';

/**
 * Sets the time of an account of a test app to `now`, in Unix milliseconds. Each change that is due or expires until
 * then is decided at its own time, so that the result does not depend on the steps in which a clock is advanced.
 * Returns these changes. Of two concurrent calls, each decides what the other has not. Throws 404 for an unknown
 * account, 400 and 422.
 */
export async function advanceClock(
  service: Service,
  caller: AppKeyCaller,
  externalId: string,
  now: number,
): Promise<WaitingChangeDetail[]> {
  const { app } = caller;
  if (!app.isTest) throw new ApiError('clock_unavailable', 'The app was not created with --test.');
  const { key, ...account } = await readTenant(service.db, { appId: app.id }, async (queries) => {
    const { key, title } = await enterAccount(queries, app.id, externalId);
    const { clockAt } = requireFound(await readAccountState(queries, app.id, key.accountId));
    return { key, id: key.accountId, title, clockAt };
  });
  if (now > getTime(service, account) + maxAheadMs) {
    throw fieldError(invalidParameter('now', 'expected a time at most two years after that of the account'));
  }
  // They are in the order of their last decisions.
  const decided = new Set<string>();
  for (;;) {
    const reached = requireFound(await advanceAccountClock(service.pool, key, now, service.recordTime()));
    if (reached.now > now) {
      throw new ApiError('clock_in_past', `The account’s time is ${Math.floor(reached.now / 1000)} already.`);
    }
    if (reached.termsDue) await applyDueTerms(service, key, reached.now);
    else if (reached.due.length === 0 && !reached.followDue) break;
    for (const id of reached.due) {
      await applyDueChange(service, { ...key, id }, reached.now);
      decided.delete(id);
      decided.add(id);
    }
    // What was scheduled for the same time comes first.
    if (reached.followDue && reached.due.length === 0) {
      const due = await findDueRenewal(service.pool, key);
      if (due) await followAtRenewal(service, due);
    }
  }
  await waitForInvalidation(service.db);
  const reader = { ...caller, account, role: 'owner' as const };
  return Promise.all([...decided].map((id) => getChange(service, reader, id)));
}
