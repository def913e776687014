import { readTenant } from '@/lib/data/tenant';
import type { AccountCaller } from './caller';
import { compareFeatures, type FeatureChanges } from './compare-features';
import type { Service } from './service';
import { type WeighedSwitch, weighSwitch } from './weigh-switch';

export type SwitchOutlook = Omit<WeighedSwitch, 'state'> & { changes: FeatureChanges };

/** What a switch of the caller's account to this version would do. Writes nothing. */
export async function previewSwitch(
  { db }: Service,
  caller: AccountCaller,
  versionId: string,
): Promise<SwitchOutlook> {
  const tenant = { appId: caller.app.id, accountId: caller.account.id };
  return readTenant(db, tenant, async (queries) => {
    const weighed = await weighSwitch(queries, caller, versionId);
    return { ...weighed, changes: compareFeatures(weighed.from?.features ?? null, weighed.to.features) };
  });
}
