import { compareByTag } from '@/lib/contract/versions';
import type { ImportedCatalog, WrittenVersion } from '../build/written-catalog';
import { diffRow, type GrantChange, type Kept, type RenewalChange, type RowChange } from './catalog-changes';
import type { WrittenRows } from './convert-catalog';

type StoredRow = Kept<WrittenVersion & { id: string }>;

/** Plans the changes of versions. It is null if the catalog has no version that can be the default. */
export function planVersions(
  rows: StoredRow[],
  catalog: ImportedCatalog,
): RowChange<WrittenVersion>[] | null {
  const rowsByKey = new Map(rows.map((row) => [row.catalogKey, row]));
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const defaultKey = chooseDefault(rows, catalog);
  if (defaultKey === null) return null;

  const targets = catalog.versions.map((version) => ({
    ...version,
    isDefault: version.catalogKey === defaultKey,
  }));
  const unlisted = rows.filter(({ catalogKey }) => !listed.has(catalogKey)).toSorted(compareByTag);
  return [...targets, ...retireVersions(unlisted, targets, rowsByKey)].flatMap((target) => {
    const row = rowsByKey.get(target.catalogKey) ?? null;
    return diffRow<WrittenVersion>(row, target) ?? [];
  });
}

/** The explicit default, else the stored one if it is still active, else the first public version, else the first. */
function chooseDefault(stored: StoredRow[], { versions, explicitDefault }: ImportedCatalog): string | null {
  if (explicitDefault !== null) return explicitDefault;
  const active = versions.filter((version) => version.active);
  const storedDefault = stored.find(({ isDefault }) => isDefault);
  const storedKey = storedDefault?.successorKey ?? storedDefault?.catalogKey;
  const isPublic = (version: WrittenVersion) => version.public;
  const chosen =
    active.find(({ catalogKey }) => catalogKey === storedKey) ?? active.find(isPublic) ?? active[0];
  return chosen?.catalogKey ?? null;
}

/**
 * Retires versions that are not in the list. One that is already retired keeps its tag unless the list uses it. One that was
 * kept when its plan changed follows the tag, texts and rules of the plan.
 */
function retireVersions(
  unlisted: StoredRow[],
  listed: WrittenVersion[],
  rowsByKey: ReadonlyMap<string, StoredRow>,
): WrittenVersion[] {
  const reserved = new Set(listed.map(({ tag }) => tag));
  const planned = unlisted.map((version) => {
    const { successorKey, replacedBy } = version;
    const key = successorKey ?? rowsByKey.get(replacedBy ?? '')?.successorKey ?? replacedBy;
    return { version, key, plan: listed.find(({ catalogKey }) => catalogKey === key) };
  });
  const keeping = new Set(
    planned.filter(
      ({ version: { active, tag }, plan }) =>
        !active && !reserved.has(tag) && (!plan || isRetiredTagOf(tag, plan.tag)),
    ),
  );
  for (const { version } of keeping) reserved.add(version.tag);
  return planned.map((each) => {
    const { id: _, previousKey: __, successorKey: ___, decided, ...fields } = each.version;
    const keepsPrice = decided ? decided.keepsPrice || null : fields.keepsPrice;
    const tag = keeping.has(each) ? fields.tag : reserveRetiredTag(each.plan?.tag ?? fields.tag, reserved);
    const { plan } = each;
    const followed = plan && {
      title: plan.title,
      description: plan.description,
      moreInfo: plan.moreInfo,
      family: plan.family,
      entryBlocker: plan.entryBlocker,
      exitBlocker: plan.exitBlocker,
      selfService: plan.selfService,
      recommended: false,
    };
    return {
      ...{ ...fields, ...followed, tag, active: false, isDefault: false, replacedBy: each.key, keepsPrice },
      ...planRenewal(fields, decided?.renewal ?? null, each.key),
    };
  });
}

/** Returns to which version accounts follow at their renewal, and since when. */
function planRenewal(
  { renewsTo, renewsSince }: Pick<WrittenVersion, 'renewsTo' | 'renewsSince'>,
  renewal: RenewalChange,
  key: string | null,
): Pick<WrittenVersion, 'renewsTo' | 'renewsSince'> {
  if (renewal === 'start') return { renewsTo: key, renewsSince: null };
  if (renewal === 'end') return { renewsTo: null, renewsSince: null };
  return { renewsTo: renewal === 'retarget' ? key : renewsTo, renewsSince };
}

/**
 * Returns the tag of a version that is retired, and adds it to `reserved`: `v2-retired`, which sorts between v2 and v3,
 * or `v2-retired2` and so on if it is taken.
 */
export function reserveRetiredTag(tag: string, reserved: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = addRetiredSuffix(tag, number === 1 ? '-retired' : `-retired${number}`);
    if (reserved.has(candidate)) continue;
    reserved.add(candidate);
    return candidate;
  }
}

const retiredSuffix = /-retired\d*$/;

function addRetiredSuffix(tag: string, suffix: string): string {
  return tag.replace(retiredSuffix, '').slice(0, 32 - suffix.length) + suffix;
}

/** Whether `reserveRetiredTag` derives the tag from that of a plan. */
function isRetiredTagOf(tag: string, planTag: string): boolean {
  const suffix = retiredSuffix.exec(tag)?.[0];
  return suffix !== undefined && tag === addRetiredSuffix(planTag, suffix);
}

/** Plans the changes of grants. Versions that are no longer in the list keep theirs. */
export function planGrants(
  { grants }: WrittenRows,
  catalog: ImportedCatalog,
  accountIds: ReadonlyMap<string, string>,
): GrantChange[] {
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const storedGrants = new Map(
    grants
      .filter(({ version }) => listed.has(version))
      .map((grant): [string, GrantChange] => [
        JSON.stringify([grant.version, grant.accountId]),
        { kind: 'remove', ...grant },
      ]),
  );
  const added = new Map<string, GrantChange>();
  const kept = new Set<string>();
  for (const { version, account } of catalog.grants) {
    const accountId = accountIds.get(account);
    if (accountId === undefined) continue;
    const key = JSON.stringify([version, accountId]);
    if (storedGrants.has(key)) kept.add(key);
    else added.set(key, { kind: 'add', version, accountId });
  }
  const removed = [...storedGrants].filter(([key]) => !kept.has(key)).map(([, grant]) => grant);
  return [...added.values(), ...removed];
}
