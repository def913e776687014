import { deleteDueAccounts, purgeExpired } from '@/lib/db/due-work';
import { dueChanges, dueFollows, dueRenewals, dueTerms } from '../changes/apply-due-changes';
import type { DueKind, TransactionKind } from '../due-kind';
import { dueEditions } from '../editions/catalog-editions';
import { dueMoves } from '../moves/moves';
import { dueAnnouncements } from '../notices/announce-changes';
import { dueDeliveries, dueEvents, dueQueues } from '../webhooks/deliver-webhooks';

const dueDeletions: TransactionKind = {
  name: 'deletions',
  byApp: false,
  batch: 10,
  run: async ({ pool }, { max }) => (await deleteDueAccounts(pool, max)) > 0,
};

const duePurge: TransactionKind = {
  name: 'purge',
  byApp: false,
  batch: 1000,
  everyMs: 10 * 60_000,
  run: ({ pool }, { max }) => purgeExpired(pool, max),
};

/** All kinds of due work, in the order in which they are done. Of those that are done by app, it is the order within an app. */
export const dueKinds: readonly DueKind[] = [
  dueEvents,
  dueDeliveries,
  dueQueues,
  dueEditions,
  dueChanges,
  dueTerms,
  dueFollows,
  dueRenewals,
  dueMoves,
  dueAnnouncements,
  dueDeletions,
  duePurge,
];

export const kindsByApp = dueKinds.filter(({ byApp }) => byApp);

/** They are in milliseconds, by the name of the kind. */
export const leases = Object.fromEntries(
  dueKinds.flatMap((kind) => ('claim' in kind ? [[kind.name, kind.leaseMs]] : [])),
);
