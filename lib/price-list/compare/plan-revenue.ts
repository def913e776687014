import type { Queries } from '@/lib/db/connection/client';
import { type RevenuePlan, readAgreedPrices } from '@/lib/db/revenue';
import { planRevenue } from '@/lib/domain/editions/revenue';
import { buildStoredCatalog } from './convert-catalog';
import { listFollows } from './list-follows';
import type { Publication } from './publication';

/** What accounts pay before and after a publication. It is null if it creates the app. */
export async function planPublicationRevenue(
  queries: Queries,
  publication: Publication,
): Promise<RevenuePlan | null> {
  const { stored, changed, accounts, outcomes, decisions } = publication;
  if (!stored || !changed) return null;
  const before = buildStoredCatalog(stored);
  return planRevenue({
    before,
    after: changed,
    follows: listFollows(before, changed, publication),
    agreed: await readAgreedPrices(queries, stored.app.id),
    versionIds: before.versions.map(({ id }) => id).filter((id) => accounts.has(id)),
    listedIds: new Set([
      ...outcomes.map(({ keptId, version }) => keptId ?? version.id),
      ...decisions.map(({ id }) => id),
    ]),
  });
}
