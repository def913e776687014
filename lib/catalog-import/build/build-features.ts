import type { Diagnostic } from '@/lib/catalog-import/diagnostics';
import type { Extension, ExtensionFile, FeatureExtension } from '@/lib/catalog-import/parse/extension';
import type { ListedFeature, PriceList } from '@/lib/catalog-import/parse/normalize-price-list';
import type { PriceListFile } from '@/lib/catalog-import/parse/parse-price-list';
import type { FeatureType } from '@/lib/catalog-import/parse/pricing2yaml';
import {
  addOnKey,
  buildAddOnCells,
  buildStandaloneCells,
  cellKey,
  type PricedAddOn,
  resolveAddOns,
  toAddOnTitle,
} from './build-add-ons';
import { toCellValue } from './cell-value';
import { collapseWhitespace, slugify, toSentenceCase } from './humanize';
import type { ImportedCell, ImportedFeature } from './imported-catalog';
import type { PriceResolver } from './price-resolver';
import { findFeatureLimit, formatLimit, formatLimitIncreases } from './usage-limits';

/** Groups for features without a tag, by their type in the file. */
const defaultGroups: Record<FeatureType, string> = {
  DOMAIN: 'Core',
  AUTOMATION: 'Automation',
  INTEGRATION: 'Integrations',
  INFORMATION: 'Insights',
  MANAGEMENT: 'Administration',
  GUARANTEE: 'Security and guarantees',
  SUPPORT: 'Support',
  PAYMENT: 'Billing',
};

const addOnGroup = 'Add-ons';

interface BuiltFeatures {
  features: ImportedFeature[];
  cells: ImportedCell[];
  explicitHumanIds: ReadonlySet<string>;
}

/** The features of a list, the add-ons that become features of their own, and the cells of every plan. */
export function buildFeatures(
  priceListFile: PriceListFile,
  extension: Extension,
  prices: PriceResolver,
): BuiltFeatures {
  const { list } = priceListFile;
  const cells = new Map(buildPlanCells(list).map((cell) => [cellKey(cell.version, cell.feature), cell]));
  const includes = (plan: string, feature: string) => cells.get(cellKey(plan, feature))?.kind === 'included';
  const addOns = resolveAddOns(priceListFile, extension, prices);
  const { cells: addOnCells, standalone } = buildAddOnCells(list.features, addOns, includes);
  for (const cell of addOnCells) cells.set(cellKey(cell.version, cell.feature), cell);

  const drafts = [
    ...list.features.map((feature) => draftFeature(feature, extension)),
    ...standalone.map((addOn) => draftAddOnFeature(list, addOn, extension)),
  ];
  return {
    features: assignHumanIds(drafts),
    cells: [...cells.values(), ...standalone.flatMap(buildStandaloneCells)],
    explicitHumanIds: new Set(
      drafts.filter(({ overrides }) => overrides?.human_id).map(({ catalogKey }) => catalogKey),
    ),
  };
}

/** Finds human ids that an extension assigns twice. */
export function findDuplicateHumanIds(extensionFile: ExtensionFile | null): Diagnostic[] {
  const assigned = new Set<string>();
  const sections = ['features', 'addOns'] as const;
  return sections.flatMap((section) =>
    Object.entries(extensionFile?.extension[section] ?? {}).flatMap(([key, { human_id: id }]) => {
      if (!extensionFile || id === undefined) return [];
      if (assigned.has(id)) {
        return [extensionFile.file.diagnosticAt([section, key, 'human_id'], `Duplicate human_id "${id}".`)];
      }
      assigned.add(id);
      return [];
    }),
  );
}

function buildPlanCells(list: PriceList): ImportedCell[] {
  const limits = new Map(list.features.map(({ key }) => [key, findFeatureLimit(list, key)]));
  return list.plans.flatMap((plan) =>
    list.features.flatMap(({ key, valueType, type }): ImportedCell[] => {
      const cellValue = toCellValue(valueType, type, plan.values.get(key) ?? '');
      if (!cellValue) return [];
      const cell = { version: plan.key, feature: key, fee: null, userFee: null, offer: null };
      if (cellValue.kind === 'optional') return [{ ...cell, kind: 'optional', value: null }];
      const limit = limits.get(key) ?? null;
      const value = cellValue.value ?? formatLimit(limit, limit ? plan.limits.get(limit.key) : undefined);
      return [{ ...cell, kind: 'included', value }];
    }),
  );
}

/** A feature before its `humanId` is assigned. The `humanId` is derived from `name`. */
interface FeatureDraft {
  catalogKey: string;
  name: string;
  title: string;
  description: string;
  group: string;
  overrides: FeatureExtension | undefined;
}

function draftFeature({ key, description, tag, type }: ListedFeature, extension: Extension): FeatureDraft {
  const overrides = extension.features?.[key];
  return {
    catalogKey: key,
    name: key,
    title: overrides?.title ?? toSentenceCase(key),
    description: overrides?.description ?? collapseWhitespace(description),
    group: overrides?.group ?? tag ?? defaultGroups[type],
    overrides,
  };
}

function draftAddOnFeature(list: PriceList, priced: PricedAddOn, extension: Extension): FeatureDraft {
  const { key, description, extensions } = priced.addOn;
  const overrides = extension.addOns?.[key];
  return {
    catalogKey: addOnKey(priced),
    name: toAddOnTitle(key),
    title: priced.title,
    description:
      overrides?.description ?? (collapseWhitespace(description) || formatLimitIncreases(list, extensions)),
    group: overrides?.group ?? addOnGroup,
    overrides,
  };
}

/** Human ids that the extension sets are reserved first; a derived one that is taken gets a number. */
function assignHumanIds(drafts: FeatureDraft[]): ImportedFeature[] {
  const reserved = new Set(drafts.flatMap(({ overrides }) => overrides?.human_id ?? []));
  return drafts.map(({ catalogKey, name, title, description, group, overrides }, position) => ({
    catalogKey,
    humanId: overrides?.human_id ?? reserveHumanId(slugify(name) || 'feature', reserved),
    title,
    description,
    group,
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
