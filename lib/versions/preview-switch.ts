import type { AccountCaller } from './caller';
import { compareFeatures, type FeatureChanges } from './compare-features';
import { readMoment } from './moment';
import type { Service } from './service';
import { type WeighedSwitch, weighSwitch } from './weigh-switch';

export type SwitchOutlook = Omit<WeighedSwitch, 'state'> & { changes: FeatureChanges };

/** What a switch of the caller's account to this version would do, as the database has it now. Writes nothing. */
export async function previewSwitch(
  service: Service,
  caller: AccountCaller,
  versionId: string,
): Promise<SwitchOutlook> {
  const moment = await readMoment(service, caller.app.id, caller.account.id);
  const weighed = weighSwitch(moment, caller, versionId);
  return { ...weighed, changes: compareFeatures(weighed.from?.features ?? null, weighed.to.features) };
}
