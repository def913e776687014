import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogDifference } from '@/lib/contract/catalog-editions';
import { toSnakeCase } from '@/lib/contract/field-names';
import { isLimitRow, priceNames, toPriceJson } from '@/lib/db/catalog';
import type { RenewalCounts } from '@/lib/db/catalog-follows';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { compareSnapshots } from '@/lib/domain/catalog/compare-features';
import { hasSamePrice } from '@/lib/pricing/price';
import { listEntries, type TextEntry, toExtensionPath } from '../build/build-texts';
import type { WrittenAddOnEffect } from '../build/written-catalog';
import { groupBy, type RowChange, type TextsChange } from './catalog-changes';
import { buildStoredCatalog } from './convert-catalog';
import type { Decision } from './keep-versions';
import type { Publication } from './publication';
import { formatRename } from './rename-rows';

type Changed = CatalogDifference['versions'][number];

/** A list can have a warning in each line. */
const maxWarnings = 1000;
/** A new language can have thousands of texts. */
const maxTexts = 200;

const kinds = { add: 'added', change: 'changed', retire: 'retired', restore: 'restored' } as const;
const outcomeKinds = {
  added: 'added',
  keep: 'changed',
  follow: 'changed',
  retired: 'retired',
  restored: 'restored',
} as const;

/** What a plan changes, in the shape of the API. */
export function describeDifference(publication: Publication): CatalogDifference {
  const { listed, included, report } = publication;
  return {
    app: [...(listed.app ? listFields(listed.app) : []), ...describeTexts(listed.texts)],
    versions: describeVersions(publication),
    earlier_versions: describeEarlier(publication),
    features: listed.features.filter(hasContent).map((change) => ({
      id: change.after.humanId,
      title: change.after.title,
      is_limit: isLimitRow(change.after),
      kind: kinds[change.kind],
      fields: listFields(change),
    })),
    add_ons: describeAddOns(publication),
    earlier_add_ons: publication.addOnDecisions.flatMap((decision) => {
      const { key, presentKey, title, accounts } = decision;
      return presentKey === null
        ? []
        : [{ key, present_key: presentKey, title, accounts, ...describeDecision(decision) }];
    }),
    included_add_ons: included.map(({ version, addOn, accounts }) => ({ version, add_on: addOn, accounts })),
    renames: describeRenames(publication),
    grants: {
      added: listed.grants.filter(({ kind }) => kind === 'add').length,
      removed: listed.grants.filter(({ kind }) => kind === 'remove').length,
    },
    warnings: report
      .placeWarnings()
      .slice(0, maxWarnings)
      .map(({ isInExtension, line, column, path, message }) => ({
        file: isInExtension ? ('extension' as const) : ('source' as const),
        ...{ line, column, path, message },
      })),
  };
}

/**
 * Identifies what a plan changes without the decisions of its input and without accounts, which come and go. It has the
 * state of each row before and after, and therefore also identifies the part of the live catalog that the list does not
 * have already.
 */
export function digestDifference({ listed }: Publication): string {
  const { unchanged: _, app, ...tables } = listed;
  // The database returns rows in any order.
  const rows = Object.values(tables).map((table) => table.map((row) => JSON.stringify(row)).sort());
  return digest([app, rows]);
}

/**
 * What languages change, by the paths of texts in the extension. If there are many, it has the first ones and the number of
 * others.
 */
function describeTexts(changes: TextsChange[]): Changed['fields'] {
  const fields = changes.flatMap(({ language, before, after }) => {
    const [from, to] = [before ? listEntries(before) : new Map<string, TextEntry>(), listEntries(after)];
    return [...new Map([...from, ...to])].flatMap(([key, { path }]) => {
      const [earlier, later] = [from.get(key)?.text, to.get(key)?.text];
      const field = ['texts', language, ...toExtensionPath(path)].join('.');
      return isDeepStrictEqual(earlier, later)
        ? []
        : [{ field, from: formatValue(earlier), to: formatValue(later) }];
    });
  });
  const others = fields.length - maxTexts;
  if (others <= 0) return fields;
  return [...fields.slice(0, maxTexts), { field: 'texts', from: null, to: `${others} more` }];
}

/** Identifies a difference and the other editions that are scheduled, which its publication plans again. */
export function digestReview(
  difference: string,
  scheduled: { id: string; revision: number; publishAt: Date | null }[],
): string {
  return scheduled.length === 0 ? difference : digest([difference, scheduled]);
}

function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

function describeRenames({ stored, renames, accounts }: Publication): CatalogDifference['renames'] {
  return renames.map((rename) => {
    const { section, from, to, title, newTitle } = rename;
    const version = section === 'plans' && stored?.versions.find(({ catalogKey }) => catalogKey === from);
    return {
      ...{ section, from, to, title, new_title: newTitle, extension: formatRename(rename) },
      accounts: version ? (accounts.get(version.id) ?? 0) : null,
    };
  });
}

/** The versions with an outcome, and those of which only texts or rules change. */
function describeVersions({ listed, decisions, outcomes, accounts, changesTo }: Publication): Changed[] {
  const rows = new Map(listed.versions.filter(hasContent).map((change) => [change.after.catalogKey, change]));
  const decided = new Map(decisions.map((decision) => [decision.key, decision]));
  // Their accounts keep the price. The plan itself has an outcome of its own.
  const keepingPrice = new Set(decisions.flatMap(({ id, takesContent }) => (takesContent ? [id] : [])));
  const shown = outcomes.filter(({ version }) => !keepingPrice.has(version.id));
  const described = shown.map(({ outcome, version, keptId, before, after }): Changed => {
    const { catalogKey: key, title, tag, replacedBy } = version;
    const row = rows.get(key);
    rows.delete(key);
    const id = keptId ?? (before ? version.id : null);
    const { scheduled = 0, waiting = 0 } = changesTo.get(version.id) ?? {};
    return {
      ...{ key, id, title, tag, kind: outcomeKinds[outcome] },
      ...(scheduled > 0 && { scheduled_changes: scheduled }),
      ...(waiting > 0 && { waiting_changes: waiting }),
      accounts: accounts.get(id ?? '') ?? 0,
      ...describeDecision(replacedBy === null ? decided.get(key) : undefined),
      ...describeContent(before, after),
      fields: row ? listFields(row) : [],
    };
  });
  const others = [...rows.values()].map((change): Changed => {
    const { id, kind, after } = change;
    const { catalogKey: key, title, tag } = after;
    return {
      ...{ key, id, title, tag, kind: kinds[kind] },
      accounts: accounts.get(id ?? '') ?? 0,
      ...describeDecision(undefined),
      ...{ previous_price: null, price: toPriceJson(after), ...noChanges },
      fields: listFields(change),
    };
  });
  return [...described, ...others];
}

const noChanges = { gained: [], lost: [], raised: [], lowered: [], changed: [] };

/** Prices, features and limits that change. `before` is null for a new version. */
export function describeContent(before: VersionSnapshot | null, after: VersionSnapshot) {
  const price = toPriceJson(after);
  if (!before) return { previous_price: null, price, ...noChanges };
  const previous = toPriceJson(before);
  const { gained, lost, raised, lowered, changed } = compareSnapshots(before, after);
  return {
    previous_price: hasSamePrice(previous, price) ? null : previous,
    ...{ price, gained, lost, raised, lowered, changed },
  };
}

/** What happens to accounts on earlier generations, with what they have and what they get if they follow. */
function describeEarlier({ stored, changed, decisions }: Publication): CatalogDifference['earlier_versions'] {
  const before = stored && buildStoredCatalog(stored);
  return decisions.flatMap((decision) => {
    const { key, id, presentKey, accounts } = decision;
    const version = changed?.versions.find((each) => each.id === id);
    const next = changed?.versions.find(({ catalogKey }) => catalogKey === presentKey);
    if (!before || !version || !next || presentKey === null || accounts === 0) return [];
    const { title, tag } = version;
    const own = decision.takesContent ? before : changed!;
    const from = snapshotVersion(own, own.versions.find((each) => each.id === id)!);
    return {
      ...{ key, present_key: presentKey, id, title, tag, accounts },
      ...describeDecision(decision),
      ...describeContent(from, snapshotVersion(changed!, next)),
    };
  });
}

function describeAddOns({
  stored,
  catalog,
  listed,
  addOnDecisions,
  unavailable,
}: Publication): CatalogDifference['add_ons'] {
  const titlesByKey = (rows: { catalogKey: string; title: string }[]) =>
    rows.map(({ catalogKey, title }) => [catalogKey, title] as const);
  const features = new Map([...titlesByKey(stored?.features ?? []), ...titlesByKey(catalog.features)]);
  const addOns = new Map([...(stored?.addOns ?? []), ...catalog.addOns].map((row) => [row.catalogKey, row]));
  const rows = new Map(listed.addOns.filter(hasContent).map((change) => [change.after.catalogKey, change]));
  const prices = groupBy(listed.addOnPrices, ({ before, after }) => (after ?? before)!.addOn);
  const effects = groupBy(listed.addOnEffects, ({ before, after }) => (after ?? before)!.addOn);
  const decided = new Map(addOnDecisions.map((decision) => [decision.key, decision]));
  return [...new Set([...rows.keys(), ...prices.keys(), ...effects.keys()])].flatMap((key) => {
    const row = rows.get(key);
    const addOn = row?.after ?? addOns.get(key);
    if (!addOn) return [];
    return [
      {
        key,
        id: addOn.humanId,
        title: addOn.title,
        kind: row ? kinds[row.kind] : ('changed' as const),
        accounts: decided.get(key)?.accounts ?? 0,
        ...describeDecision(decided.get(key)),
        ...(unavailable.has(key) && { unavailable_accounts: unavailable.get(key)! }),
        prices: (prices.get(key) ?? []).map(({ before, after }) => ({
          version: (after ?? before)!.version,
          from: before && toPriceJson(before),
          to: after && toPriceJson(after),
        })),
        features: (effects.get(key) ?? []).map(({ before, after }) => {
          const { feature } = (after ?? before)!;
          return {
            feature: features.get(feature) ?? feature,
            from: before && formatEffect(before),
            to: after && formatEffect(after),
          };
        }),
        fields: row ? listFields(row) : [],
      },
    ];
  });
}

function describeDecision(decision: Decision | undefined) {
  return {
    decision: decision?.decision ?? null,
    default_decision: decision?.defaultDecision ?? null,
    requested_decision: decision?.requested ?? null,
    following_accounts: decision?.following ?? 0,
    ...(decision?.renewals && { renewals: describeRenewals(decision.renewals) }),
    default_following_accounts: decision?.defaultFollowing ?? 0,
    losses: uniqueBy(decision?.losses ?? [], ({ reason }) => reason),
  };
}

function describeRenewals({ atOnce, atPeriodEnd, unknown, firstAt, lastAt }: RenewalCounts) {
  return {
    ...{ at_once: atOnce, at_period_end: atPeriodEnd, unknown },
    ...{ first_at: toSeconds(firstAt), last_at: toSeconds(lastAt) },
  };
}

const toSeconds = (time: number | null) => (time === null ? null : Math.floor(time / 1000));

/** The first item of each key. */
function uniqueBy<T>(items: T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}

function formatEffect({ effect, value, byVersion }: WrittenAddOnEffect): string {
  if (byVersion)
    return Object.entries(byVersion)
      .map(([key, each]) => `${each.value} (${key})`)
      .join(', ');
  if (effect === 'add') return `${value} more`;
  return value ?? 'included';
}

/** Fields that other parts of the difference show, or the order of the list. */
const shownFields = new Set<string>([...priceNames, 'position', 'active']);

function listFields<T extends object>({ before, after, fields }: RowChange<T>): Changed['fields'] {
  if (!before) return [];
  return fields
    .filter((field) => !shownFields.has(field))
    .map((field) => ({
      field: field === 'catalogKey' ? 'key' : toSnakeCase(field),
      from: formatValue(before[field]),
      to: formatValue(after[field]),
    }));
}

function formatValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether more than the position in the list changes. */
export function hasContent({ kind, fields }: { kind: RowChange<object>['kind']; fields: string[] }): boolean {
  return kind !== 'change' || fields.some((field) => field !== 'position');
}
