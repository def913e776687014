import type { AppCatalog } from '@/lib/db/catalog';
import {
  type CatalogFollow,
  isDecidedAgain,
  listCatalogFollows,
  readFollowGroups,
} from '@/lib/db/catalog-follows';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/connection/client';
import { countFollows, type FollowCounts, listUnpriced } from '@/lib/domain/subscription/follow-publication';
import type { AddOnDecision } from './keep-add-ons';
import type { VersionDecision } from './keep-versions';
import { isNeeded, listFollows } from './list-follows';
import type { IncludedAddOn } from './publication';

interface Decided {
  /** Before the publication: its rows have the keys of the decisions. */
  stored: StoredCatalog;
  before: AppCatalog;
  changed: AppCatalog;
  decisions: VersionDecision[];
  addOnDecisions: AddOnDecision[];
}

/**
 * The decisions with the accounts that follow in the end, and the add-ons that accounts lose because their version includes
 * them: what the publication will do to accounts is done here to groups of them.
 */
export async function countFollowing(
  queries: Queries,
  { stored, before, changed, decisions, addOnDecisions }: Decided,
  read = readFollowGroups,
): Promise<{ decisions: VersionDecision[]; addOnDecisions: AddOnDecision[]; included: IncludedAddOn[] }> {
  const plan = { decisions, addOnDecisions };
  // Those that follow at their renewal do not follow at once.
  const follows = listFollows(before, changed, plan).filter(({ atRenewal }) => !atRenewal);
  if (follows.length === 0 || stored.addOns.length === 0) return { ...plan, included: [] };
  const waiting = (await listCatalogFollows(queries, stored.app.id)).filter(
    (each) => isNeeded(changed, plan, each) && !isDecidedAgain(each, follows),
  );
  const all = [...waiting, ...follows];
  const versionIds = new Set(all.map(({ versionId }) => versionId));
  const groups = await read(queries, stored.app.id, listUnpriced(changed, versionIds));
  const counts = countFollows(changed, groups, all);
  const done = follows.map((follow, index) => ({ follow, ...counts[waiting.length + index]! }));
  return {
    decisions: decisions.map((decision) => {
      const { follow, heldBack = 0 } = done.find((each) => isMove(each.follow, decision.id)) ?? {};
      if (!follow || heldBack === 0) return decision;
      const { renewsTo } = stored.versions.find(({ id }) => id === decision.id)!;
      return holdBack(decision, heldBack, renewsTo !== null);
    }),
    addOnDecisions: addOnDecisions.map((decision) => {
      const { id } = stored.addOns.find(({ catalogKey }) => catalogKey === decision.key)!;
      const replaced = done.flatMap(({ follow, replaced }) => (isMove(follow) && replaced.get(id)) || []);
      const more = replaced.reduce((sum, each) => sum + each, 0);
      const following = decision.following + more;
      return { ...decision, following, ...(decision.requested === null && { defaultFollowing: following }) };
    }),
    included: listIncluded(changed, done),
  };
}

/** Whether a work item brings accounts to another version, from the given one. */
const isMove = ({ versionId, toVersionId }: CatalogFollow, id = versionId) =>
  versionId === id && toVersionId !== versionId;

/** Accounts that stay follow at their renewal if `renews`. */
function holdBack(decision: VersionDecision, accounts: number, renews: boolean): VersionDecision {
  const losses = [...decision.losses, { reason: 'an add-on gets worse', accounts }];
  if (decision.requested === 'follow') return { ...decision, losses };
  const following = Math.max(decision.following - accounts, 0);
  const keeps = decision.takesContent ? 'keep_price' : 'keep';
  const kept = renews ? 'follow_renewal' : keeps;
  const decided = { ...decision, losses, following, decision: kept } as const;
  return decision.requested === null
    ? { ...decided, defaultDecision: kept, defaultFollowing: following }
    : decided;
}

function listIncluded(
  { versions, addOns }: AppCatalog,
  done: (FollowCounts & { follow: CatalogFollow })[],
): IncludedAddOn[] {
  return versions.flatMap((version) =>
    addOns.flatMap((addOn): IncludedAddOn[] => {
      const accounts = done.reduce(
        (sum, { follow, included }) =>
          follow.toVersionId === version.id ? sum + (included.get(addOn.id) ?? 0) : sum,
        0,
      );
      return accounts === 0 ? [] : [{ version: version.title, addOn: addOn.title, accounts }];
    }),
  );
}
