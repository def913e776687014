import { defaultGroups } from '@/lib/contract/price-list-keys';
import type { LimitType } from '@/lib/db/catalog';
import type { Extension, ExtensionFile, FeatureExtension } from '../parse/extension';
import { findSimilar } from '../parse/find-similar';
import type { ListedFeature, ListedPlan, PriceList } from '../parse/normalize-price-list';
import type { Value } from '../parse/pricing2yaml';
import type { Diagnostic } from '../yaml/diagnostics';
import { collapseWhitespace, slugify, toSentenceCase } from '../yaml/humanize';
import { decideBetterAmount } from './better-amount';
import { orderRows, type PlacedLimit } from './build-limits';
import { toCellValue } from './cell-value';
import type { ImportReport } from './import-report';
import { amountContent, type Content, checkMark, isUnlimited } from './limit-unit';
import type { WrittenCell, WrittenFeature } from './written-catalog';

/** The group of limits that limit no feature. */
const limitGroup = 'Usage limits';

interface BuiltFeatures {
  features: WrittenFeature[];
  explicitHumanIds: ReadonlySet<string>;
}

/** The rows of the matrix: the features of a list, and the limits that are rows of their own. */
export function buildFeatures(list: PriceList, limits: PlacedLimit[], extension: Extension): BuiltFeatures {
  const amounts = new Map(limits.filter(({ isOwnRow }) => !isOwnRow).map((limit) => [limit.row, limit]));
  const featuresByKey = new Map(list.features.map((feature) => [feature.key, feature]));
  const featureDrafts = list.features.map((feature) =>
    draftFeature(feature, amounts.get(feature.key), extension),
  );
  const titles = new Set(featureDrafts.map(({ title }) => title.toLowerCase()));
  const draftsByKey = new Map(featureDrafts.map((draft) => [draft.catalogKey, draft]));
  const drafts = orderRows(list.features, limits).map((row) =>
    'limit' in row ? draftLimit(row, featuresByKey, titles, extension) : draftsByKey.get(row.key)!,
  );
  return {
    features: assignHumanIds(drafts).map((feature) => ({ ...feature, active: true })),
    explicitHumanIds: findExplicitHumanIds(drafts),
  };
}

/** A row before its `humanId` is assigned. The `humanId` is derived from `name`. */
interface FeatureDraft extends Omit<WrittenFeature, 'humanId' | 'position' | 'active'> {
  name: string;
  overrides: FeatureExtension | undefined;
}

function draftFeature(
  feature: ListedFeature,
  amount: PlacedLimit | undefined,
  extension: Extension,
): FeatureDraft {
  const { key, description } = feature;
  const overrides = extension.features?.[key];
  return {
    catalogKey: key,
    name: key,
    title: overrides?.title ?? toSentenceCase(key),
    description: overrides?.description ?? joinSentences(description, amount?.limit.description ?? ''),
    group: getGroup(feature, extension),
    unit: amount?.unit.unit ?? null,
    period: amount?.unit.period ?? null,
    limitType: amount ? toLimitType(amount) : null,
    limitKey: amount?.limit.key ?? null,
    betterAmount: decideBetterAmount([key, amount?.limit.key], amount?.unit, overrides),
    linkedFeatures: [],
    highlight: overrides?.highlight ?? false,
    keywords: overrides?.keywords ?? [],
    exceeding: overrides?.exceeding ?? 'warn',
    overrides,
  };
}

function draftLimit(
  placed: PlacedLimit,
  features: ReadonlyMap<string, ListedFeature>,
  featureTitles: ReadonlySet<string>,
  extension: Extension,
): FeatureDraft {
  const { limit, unit, row } = placed;
  const overrides = extension.usageLimits?.[limit.key];
  const title = toSentenceCase(limit.key);
  const [firstFeature] = limit.features.flatMap((key) => features.get(key) ?? []);
  return {
    catalogKey: row,
    name: limit.key,
    title: overrides?.title ?? (featureTitles.has(title.toLowerCase()) ? `${title} limit` : title),
    description: overrides?.description ?? collapseWhitespace(limit.description),
    group: overrides?.group ?? (firstFeature ? getGroup(firstFeature, extension) : limitGroup),
    ...unit,
    limitType: toLimitType(placed),
    limitKey: limit.key,
    betterAmount: decideBetterAmount([limit.key], unit, overrides),
    linkedFeatures: limit.features,
    highlight: overrides?.highlight ?? false,
    keywords: overrides?.keywords ?? [],
    exceeding: overrides?.exceeding ?? 'warn',
    overrides,
  };
}

function getGroup({ key, tag, type }: ListedFeature, extension: Extension): string {
  return extension.features?.[key]?.group ?? tag ?? defaultGroups[type];
}

/** Names headings that the list does not announce, such as misspelt ones. */
export function warnUnknownTags(list: PriceList, extension: Extension, report: ImportReport): void {
  const { tags, features } = list;
  if (!tags) return;
  for (const { key, tag } of features) {
    if (tag === null || tags.includes(tag) || extension.features?.[key]?.group !== undefined) continue;
    const similar = findSimilar(tag, tags);
    const advice = similar ? ` Did you mean "${similar}"?` : '';
    report.warn(['features', key, 'tag'], `The tags of the list do not have "${tag}".${advice}`);
  }
}

function toLimitType({ limit }: PlacedLimit): LimitType {
  return limit.type.toLowerCase() as LimitType;
}

/** Both texts, unless one contains the other. */
function joinSentences(...texts: string[]): string {
  const [first = '', second = ''] = texts.map(collapseWhitespace);
  if (second === '' || first.includes(second)) return first;
  if (first === '' || second.includes(first)) return second;
  return `${first}${/[.!?)]$/.test(first) ? '' : '.'} ${second}`;
}

/** What each plan includes, and the features that it has on request. */
export interface BuiltCells {
  cells: WrittenCell[];
  /** Feature keys by plan key. */
  onRequest: { plan: string; feature: string }[];
}

export function buildCells(list: PriceList, limits: PlacedLimit[], report: ImportReport): BuiltCells {
  const amounts = new Map(limits.filter(({ isOwnRow }) => !isOwnRow).map((limit) => [limit.row, limit]));
  const onRequest: BuiltCells['onRequest'] = [];
  for (const { key } of list.features) report.keep('feature', ['features', key]);
  for (const { key } of list.limits) report.keep('limit', ['usageLimits', key]);

  const cells = list.plans.flatMap((plan) => {
    const included = new Set<string>();
    const featureCells = list.features.flatMap((feature): WrittenCell[] => {
      const { key, valueType, type } = feature;
      const value = plan.values.get(key) ?? '';
      const cellValue = toCellValue(valueType, type, value);
      reportFeatureValue(report, feature, value, cellValue);
      if (cellValue?.kind === 'on_request') onRequest.push({ plan: plan.key, feature: key });
      if (cellValue?.kind !== 'included') return [];
      included.add(key);
      const amount = amounts.get(key);
      const content = (amount && readAmount(plan, amount)) ?? cellValue.content;
      return [{ version: plan.key, feature: key, ...content }];
    });
    const limitCells = limits.flatMap((placed): WrittenCell[] => {
      const { limit, row, isOwnRow } = placed;
      const isReachable = limit.features.length === 0 || limit.features.some((key) => included.has(key));
      reportAmount(report, plan, placed, isReachable);
      if (!isOwnRow || !isReachable) return [];
      const content = readOwnRow(plan, placed);
      return content ? [{ version: plan.key, feature: row, ...content }] : [];
    });
    return [...featureCells, ...limitCells];
  });
  return { cells, onRequest };
}

/** The amount of a limit in a plan, or null if the limit is not a number. */
export function readAmount(
  plan: ListedPlan,
  { limit, unit }: Pick<PlacedLimit, 'limit' | 'unit'>,
): Content | null {
  const value = plan.limits.get(limit.key);
  return typeof value === 'number' ? amountContent(value, unit) : null;
}

/** The cell of a limit that is a row of its own. A limit of no feature is not included if it is 0. */
function readOwnRow(plan: ListedPlan, placed: PlacedLimit): Content | null {
  const { limit } = placed;
  const value = plan.limits.get(limit.key);
  if (value === undefined) return null;
  if (typeof value === 'number') {
    return value === 0 && limit.features.length === 0 ? null : readAmount(plan, placed);
  }
  const cellValue = toCellValue(limit.valueType, null, value);
  if (cellValue?.kind === 'on_request') return { ...checkMark, value: collapseWhitespace(String(value)) };
  return cellValue?.content ?? null;
}

function reportFeatureValue(
  report: ImportReport,
  { key, valueType }: ListedFeature,
  value: Value,
  cellValue: ReturnType<typeof toCellValue>,
): void {
  const path = ['features', key];
  if (isUnlimited(value) && Number.isFinite(value)) report.change('feature', path, unlimitedReason);
  if (valueType !== 'TEXT' || typeof value !== 'string') return;
  const text = collapseWhitespace(value);
  const isOnRequest = cellValue?.kind === 'on_request';
  const reason = isOnRequest ? `"${text}" is served as an add-on on request` : describeText(text, cellValue);
  if (reason !== null) report.change('feature', path, reason);
}

/** How a text is served, if not as it is. */
function describeText(text: string, cellValue: ReturnType<typeof toCellValue>): string | null {
  if (cellValue === null) {
    return /^(|0|-|no|none|false)$/i.test(text) ? null : `"${text}" is served as not included`;
  }
  if (cellValue.kind === 'on_request' || cellValue.content.value === text) return null;
  return `"${text}" is served as "${cellValue.content.value ?? 'included'}"`;
}

export const unlimitedReason = 'numbers from 100,000,000 are unlimited';

function reportAmount(
  report: ImportReport,
  plan: ListedPlan,
  { limit }: PlacedLimit,
  isReachable: boolean,
): void {
  const path = ['plans', plan.key, 'usageLimits', limit.key];
  const value = plan.limits.get(limit.key);
  if (!isReachable) report.leaveOut('amount', path, 'the plan has none of the features that it limits');
  else if (value !== undefined && isUnlimited(value) && Number.isFinite(value)) {
    report.change('amount', path, unlimitedReason);
  } else if (value === 0 && limit.features.length === 0) {
    report.change('amount', path, '0 of a limit without features is served as not included');
  } else {
    const text = typeof value === 'string' ? collapseWhitespace(value) : null;
    const reason = text === null ? null : describeText(text, toCellValue(limit.valueType, null, text));
    if (reason === null) report.keep('amount', path);
    else report.change('amount', path, reason);
  }
}

/** Finds human ids that an extension assigns twice. */
export function findDuplicateHumanIds(extensionFile: ExtensionFile | null): Diagnostic[] {
  if (!extensionFile) return [];
  const { extension, file } = extensionFile;
  // Features and limits are rows of one matrix.
  return [['features', 'usageLimits'] as const, ['addOns'] as const].flatMap((sections) => {
    const assigned = new Set<string>();
    return sections.flatMap((section) =>
      Object.entries<{ human_id?: string | undefined }>(extension[section] ?? {}).flatMap(
        ([key, { human_id: id }]) => {
          if (id === undefined) return [];
          if (assigned.has(id)) {
            return [file.diagnosticAt([section, key, 'human_id'], `Duplicate human_id "${id}".`)];
          }
          assigned.add(id);
          return [];
        },
      ),
    );
  });
}

/** Finds limits in an extension that are not rows of their own. */
export function findMisplacedLimits(
  extensionFile: ExtensionFile | null,
  limits: PlacedLimit[],
): Diagnostic[] {
  return Object.keys(extensionFile?.extension.usageLimits ?? {}).flatMap((key) => {
    const placed = limits.find(({ limit }) => limit.key === key);
    const fields = Object.keys(extensionFile?.extension.usageLimits?.[key] ?? {});
    const isRename = fields.join() === 'renamed_from';
    if (!extensionFile || !placed || placed.isOwnRow || isRename) return [];
    const message = `The limit is the amount of the feature "${placed.row}". Use features.${placed.row} instead.`;
    return [extensionFile.file.diagnosticAt(['usageLimits', key], message)];
  });
}

/** `catalogKey`s of the rows whose human id the extension sets. */
export function findExplicitHumanIds(
  drafts: { catalogKey: string; overrides: { human_id?: string | undefined } | undefined }[],
): ReadonlySet<string> {
  return new Set(drafts.flatMap(({ catalogKey, overrides }) => (overrides?.human_id ? [catalogKey] : [])));
}

/** Human ids that the extension sets are reserved first; a derived one that is taken gets a number. */
export function assignHumanIds<
  T extends { name: string; overrides: { human_id?: string | undefined } | undefined },
>(drafts: T[]): (Omit<T, 'name' | 'overrides'> & { humanId: string; position: number })[] {
  const reserved = new Set(drafts.flatMap(({ overrides }) => overrides?.human_id ?? []));
  return drafts.map(({ name, overrides, ...fields }, position) => ({
    ...fields,
    humanId: overrides?.human_id ?? reserveHumanId(slugify(name) || 'feature', reserved),
    position,
  }));
}

/** Returns `id`, or `id-2`, `id-3` and so on if it is reserved, and adds it to `reserved`. */
export function reserveHumanId(id: string, reserved: Set<string>): string {
  let candidate = id;
  for (let number = 2; reserved.has(candidate); number += 1) candidate = `${id}-${number}`;
  reserved.add(candidate);
  return candidate;
}
