import { maxAddOnQuantity } from '@/lib/contract/fields';
import { onRequestAddOnKey } from '@/lib/db/catalog';
import type { AddOnExtension, ExtensionFile } from '../parse/extension';
import type { ListedAddOn } from '../parse/normalize-price-list';
import type { PriceListFile } from '../parse/parse-price-list';
import type { Value } from '../parse/pricing2yaml';
import { collapseWhitespace, formatMoreInfo, toSentenceCase, toTitleCase } from '../yaml/humanize';
import {
  assignHumanIds,
  type BuiltCells,
  findExplicitHumanIds,
  readAmount,
  unlimitedReason,
} from './build-features';
import type { PlacedLimit } from './build-limits';
import { toCellValue } from './cell-value';
import type { ImportReport } from './import-report';
import { amountContent, type Content, checkMark, isUnlimited, textContent } from './limit-unit';
import { onRequest, type PriceResolver } from './price-resolver';
import type { WrittenAddOn, WrittenAddOnEffect, WrittenAddOnPrice } from './written-catalog';

interface BuiltAddOns {
  addOns: WrittenAddOn[];
  addOnPrices: WrittenAddOnPrice[];
  addOnEffects: WrittenAddOnEffect[];
  explicitHumanIds: ReadonlySet<string>;
}

interface AddOnInput {
  priceListFile: PriceListFile;
  extensionFile: ExtensionFile | null;
  limits: PlacedLimit[];
  /** What the plans of the list include. */
  plans: BuiltCells;
  prices: PriceResolver;
  report: ImportReport;
}

interface AddOnDraft extends Omit<WrittenAddOn, 'humanId' | 'position' | 'active' | 'replacedBy'> {
  name: string;
  overrides: AddOnExtension | undefined;
  prices: WrittenAddOnPrice[];
  effects: WrittenAddOnEffect[];
}

/** Builds the add-ons of the price list, and one for each feature that a plan has on request. */
export function buildAddOns(input: AddOnInput): BuiltAddOns {
  const { list } = input.priceListFile;
  const drafts = [
    ...list.addOns.map((addOn) => draftAddOn(input, addOn)),
    ...list.features.flatMap(({ key }) => {
      const versions = input.plans.onRequest.flatMap(({ plan, feature }) => (feature === key ? [plan] : []));
      return versions.length > 0 ? [draftFeatureOnRequest(input, key, versions)] : [];
    }),
  ];
  return {
    addOns: assignHumanIds(drafts.map(({ prices: _, effects: __, ...draft }) => draft)).map((addOn) => ({
      ...addOn,
      replacedBy: null,
      active: true,
    })),
    addOnPrices: drafts.flatMap(({ prices }) => prices),
    addOnEffects: drafts.flatMap(({ effects }) => effects),
    explicitHumanIds: findExplicitHumanIds(drafts),
  };
}

function draftAddOn(input: AddOnInput, addOn: ListedAddOn): AddOnDraft {
  const { priceListFile, extensionFile, report } = input;
  const { key, description, isPrivate } = addOn;
  const path = ['addOns', key];
  const overrides = extensionFile?.extension.addOns?.[key];
  const versions = [...new Set(addOn.availableFor)];
  const effects = buildEffects(input, addOn);
  const isPerQuantity = effects.length > 0 && effects.every(isMultiplied);
  const { price, notes } = input.prices.resolve(
    priceListFile.file,
    path,
    { ...addOn, isPerQuantity },
    overrides && extensionFile ? { file: extensionFile.file, prices: overrides } : null,
  );
  report.keep('add-on', path);
  if (versions.length === 0) report.change('add-on', path, 'it is available for no plan');
  if (effects.length === 0) report.change('add-on', path, 'it adds no feature and raises no limit');
  return {
    catalogKey: key,
    name: toAddOnTitle(key),
    title: overrides?.title ?? toAddOnTitle(key),
    description: overrides?.description ?? collapseWhitespace(description),
    moreInfo: formatMoreInfo(overrides?.more_info, notes),
    public: overrides?.public ?? !isPrivate,
    dependsOn: [...new Set(addOn.dependsOn)],
    excludes: listExcluded(input, addOn),
    ...readQuantities(input, addOn, overrides, effects.some(isMultiplied)),
    overrides,
    prices: versions.map((version) => ({ addOn: key, version, ...price })),
    effects,
  };
}

/** Whether twice the add-on is twice as much: it extends a limit. */
function isMultiplied({ effect, unlimited }: WrittenAddOnEffect): boolean {
  return effect === 'add' && !unlimited;
}

const defaultMaxQuantity = 1000;

/** How many of an add-on an account can have, or null for one that is not sold by quantity. */
function readQuantities(
  { report }: AddOnInput,
  { key, minQuantity, maxQuantity, quantityStep }: ListedAddOn,
  overrides: AddOnExtension | undefined,
  isExtension: boolean,
): Pick<WrittenAddOn, 'minQuantity' | 'maxQuantity'> {
  const min = overrides?.min_quantity ?? Math.min(minQuantity ?? 1, maxAddOnQuantity);
  const listedMax = maxQuantity ?? (isExtension ? defaultMaxQuantity : 1);
  const max = Math.max(min, overrides?.max_quantity ?? Math.min(listedMax, maxAddOnQuantity));
  if ((quantityStep ?? 1) > 1)
    report.change('add-on', ['addOns', key], 'every quantity is sold, without steps');
  const isByQuantity = isExtension || max > 1 || overrides?.max_quantity !== undefined;
  return isByQuantity ? { minQuantity: min, maxQuantity: max } : { minQuantity: null, maxQuantity: null };
}

/** An add-on for a feature whose value is a text such as "Contact sales". */
function draftFeatureOnRequest(
  { extensionFile }: AddOnInput,
  feature: string,
  versions: string[],
): AddOnDraft {
  const addOn = onRequestAddOnKey(feature);
  return {
    catalogKey: addOn,
    name: feature,
    title: extensionFile?.extension.features?.[feature]?.title ?? toSentenceCase(feature),
    description: '',
    moreInfo: null,
    public: true,
    dependsOn: [],
    excludes: [],
    minQuantity: null,
    maxQuantity: null,
    overrides: undefined,
    prices: versions.map((version) => ({ addOn, version, ...onRequest })),
    effects: [{ addOn, feature, effect: 'include', ...checkMark, byVersion: null }],
  };
}

/** Add-ons that the add-on excludes, and those that exclude it. */
function listExcluded({ priceListFile }: AddOnInput, { key, excludes }: ListedAddOn): string[] {
  const others = priceListFile.list.addOns.filter((other) => other.excludes.includes(key));
  return [...new Set([...excludes, ...others.map((other) => other.key)])];
}

function buildEffects(input: AddOnInput, addOn: ListedAddOn): WrittenAddOnEffect[] {
  const effects: WrittenAddOnEffect[] = [];
  const add = (
    feature: string,
    effect: WrittenAddOnEffect['effect'],
    content: Content,
    byVersion: WrittenAddOnEffect['byVersion'] = null,
  ) => {
    if (effects.some((other) => other.feature === feature && other.effect === effect)) return;
    effects.push({ addOn: addOn.key, feature, effect, ...content, byVersion });
  };
  const path = ['addOns', addOn.key];
  const leaveOut = (reason: string) => input.report.change('add-on', path, `without a part: ${reason}`);

  for (const { key, valueType, type } of input.priceListFile.list.features) {
    const value = addOn.values.get(key);
    if (value === undefined) continue;
    const cellValue = toCellValue(valueType, type, value);
    if (!cellValue) leaveOut(`it sets the feature "${key}" to ${JSON.stringify(value)}`);
    else add(key, 'include', cellValue.kind === 'included' ? cellValue.content : checkMark);
  }
  for (const { limit, unit, row } of input.limits) {
    const addLimit = (effect: 'set' | 'add', value: Value) => {
      if (typeof value === 'number') {
        if (effect === 'add' && value === 0) {
          leaveOut(`it adds 0 to the limit "${limit.key}"`);
          input.report.warn(path, `It adds 0 to "${limit.key}".`);
        } else add(row, effect, amountContent(value, unit));
        if (isUnlimited(value) && Number.isFinite(value))
          input.report.change('add-on', path, unlimitedReason);
        return;
      }
      const cellValue = toCellValue(limit.valueType, null, value);
      if (cellValue?.kind === 'included' && cellValue.content.value === null) add(row, 'include', checkMark);
      else if (cellValue) add(row, 'set', textContent(collapseWhitespace(String(value))));
      else leaveOut(`it sets the limit "${limit.key}" to ${JSON.stringify(value)}`);
    };
    const set = addOn.limits.get(limit.key);
    const raise = addOn.extensions.get(limit.key);
    if (set !== undefined) addLimit('set', set);
    if (raise !== undefined) addLimit('add', raise);
    if (set !== undefined) continue;
    const amounts = findAmountsOfAddedFeature(input, addOn, { limit, unit });
    const [first, ...others] = Object.values(amounts);
    const isUniform = others.every((other) => other.value === first?.value);
    // What it adds starts from 0.
    if (raise !== undefined && isUniform && first?.amount === 0) continue;
    if (first && isUniform) add(row, 'set', first);
    else if (first) add(row, 'set', checkMark, amounts);
  }
  return effects;
}

/** The amounts, by plan, of a feature that the add-on adds: the plans state them, but do not include the feature. */
function findAmountsOfAddedFeature(
  { priceListFile, plans }: AddOnInput,
  addOn: ListedAddOn,
  placed: Pick<PlacedLimit, 'limit' | 'unit'>,
): Record<string, Content> {
  const { limit } = placed;
  const adds = limit.features.some((key) => addOn.values.get(key) === true);
  if (!adds || limit.valueType !== 'NUMERIC') return {};
  const amounts = priceListFile.list.plans.flatMap((plan) => {
    const lacksAll = !plans.cells.some(
      ({ version, feature }) => version === plan.key && limit.features.includes(feature),
    );
    const content = addOn.availableFor.includes(plan.key) && lacksAll ? readAmount(plan, placed) : null;
    return content ? [[plan.key, content] as const] : [];
  });
  return Object.fromEntries(amounts);
}

function toAddOnTitle(key: string): string {
  return toTitleCase(key).replace(/(?<=\S)\s+add-?on$/i, '');
}
