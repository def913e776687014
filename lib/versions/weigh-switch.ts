import { createHash } from 'node:crypto';
import type { SwitchDecision } from '@/lib/contract/fields';
import { freezeVersion } from '@/lib/data/freeze-version';
import type { Catalog, CatalogVersion } from '@/lib/data/read-catalog';
import type { FrozenVersion } from '@/lib/data/version-snapshot';
import type { AccountState } from './account-state';
import type { AccountCaller } from './caller';
import { decideSwitch } from './decide-switch';
import { findVersion } from './find-version';
import type { Moment } from './moment';

/** Everything a switch is decided on, as it stands in the transaction. */
export interface WeighedSwitch {
  state: AccountState;
  decision: SwitchDecision;
  /** Null for an account that has no version yet. */
  from: FrozenVersion | null;
  to: FrozenVersion;
  /** Changes whenever plan, price, features or blockers do. */
  revision: string;
}

/** Decides a switch to the version with this id, for the preview and for the switch itself. */
export function weighSwitch(
  { catalog, state }: Moment,
  { role }: Pick<AccountCaller, 'role'>,
  versionId: string,
): WeighedSwitch {
  const target = findVersion(catalog, versionId, { role, state });
  const current = currentVersion(catalog, state);
  const decision = decideSwitch(role, current, target);
  const from = current && freezeVersion(catalog, current);
  const to = freezeVersion(catalog, target);
  return { state, decision, from, to, revision: revisionOf(state, decision, from, to) };
}

function currentVersion(catalog: Catalog, state: AccountState): CatalogVersion | null {
  return catalog.versions.find((version) => version.id === state.current?.versionId) ?? null;
}

function revisionOf(
  state: AccountState,
  decision: SwitchDecision,
  from: FrozenVersion | null,
  to: FrozenVersion,
): string {
  const decidedOn = [state.current?.sequence ?? 0, from?.digest ?? null, to.digest, decision.blockers];
  return createHash('sha256').update(JSON.stringify(decidedOn)).digest('base64url').slice(0, 22);
}
