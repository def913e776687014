import type { ImportReport } from '@/lib/catalog-import/import-report';
import type { AddOnExtension, Extension, ExtensionFile } from '@/lib/catalog-import/parse/extension';
import type { ListedAddOn, PriceList } from '@/lib/catalog-import/parse/normalize-price-list';
import type { PriceListFile } from '@/lib/catalog-import/parse/parse-price-list';
import type { Value } from '@/lib/catalog-import/parse/pricing2yaml';
import { assignHumanIds, readAmount } from './build-features';
import type { PlacedLimit } from './build-limits';
import { toCellValue } from './cell-value';
import { collapseWhitespace, formatMoreInfo, toSentenceCase, toTitleCase } from './humanize';
import type {
  ImportedAddOn,
  ImportedAddOnEffect,
  ImportedAddOnPrice,
  ImportedCell,
} from './imported-catalog';
import { amountContent, type Content, checkMark, isUnlimited, textContent } from './limit-unit';
import type { PriceResolver } from './price-resolver';

interface BuiltAddOns {
  addOns: ImportedAddOn[];
  addOnPrices: ImportedAddOnPrice[];
  addOnEffects: ImportedAddOnEffect[];
  explicitHumanIds: ReadonlySet<string>;
}

/** What the plans of the list include. */
export interface PlanContent {
  cells: ImportedCell[];
  onRequest: { plan: string; feature: string }[];
}

interface AddOnDraft extends Omit<ImportedAddOn, 'humanId' | 'position'> {
  name: string;
  overrides: AddOnExtension | undefined;
}

/** Builds the add-ons of the price list, and one for each feature that a plan has on request. */
export function buildAddOns(
  priceListFile: PriceListFile,
  limits: PlacedLimit[],
  plans: PlanContent,
  extensionFile: ExtensionFile | null,
  prices: PriceResolver,
  report: ImportReport,
): BuiltAddOns {
  const { list } = priceListFile;
  const builder = new AddOnBuilder(priceListFile, limits, plans, extensionFile, prices, report);
  for (const addOn of list.addOns) builder.addAddOn(addOn);
  for (const feature of list.features) {
    const available = plans.onRequest.filter((entry) => entry.feature === feature.key);
    if (available.length > 0) {
      builder.addFeatureOnRequest(
        feature.key,
        available.map(({ plan }) => plan),
      );
    }
  }
  return {
    addOns: assignHumanIds(builder.drafts),
    addOnPrices: builder.prices,
    addOnEffects: builder.effects,
    explicitHumanIds: new Set(
      builder.drafts.filter(({ overrides }) => overrides?.human_id).map(({ catalogKey }) => catalogKey),
    ),
  };
}

class AddOnBuilder {
  readonly drafts: AddOnDraft[] = [];
  readonly prices: ImportedAddOnPrice[] = [];
  readonly effects: ImportedAddOnEffect[] = [];
  private readonly list: PriceList;
  private readonly extension: Extension;
  private readonly addOnKeys: ReadonlySet<string>;
  private readonly included: ReadonlySet<string>;

  constructor(
    private readonly priceListFile: PriceListFile,
    private readonly limits: PlacedLimit[],
    { cells }: PlanContent,
    private readonly extensionFile: ExtensionFile | null,
    private readonly resolver: PriceResolver,
    private readonly report: ImportReport,
  ) {
    this.list = priceListFile.list;
    this.extension = extensionFile?.extension ?? {};
    this.addOnKeys = new Set(this.list.addOns.map(({ key }) => key));
    this.included = new Set(cells.map(({ version, feature }) => cellKey(version, feature)));
  }

  addAddOn(addOn: ListedAddOn): void {
    const { key, description, isPrivate } = addOn;
    const path = ['addOns', key];
    const overrides = this.extension.addOns?.[key];
    const versions = [...new Set(addOn.availableFor)];
    const { price, notes } = this.resolver.resolve(
      this.priceListFile.file,
      path,
      addOn,
      overrides && this.extensionFile ? { file: this.extensionFile.file, prices: overrides } : null,
    );
    this.report.keep('add-on', path);
    if (versions.length === 0) this.report.change('add-on', path, 'it is available for no plan');
    this.drafts.push({
      catalogKey: key,
      name: toAddOnTitle(key),
      title: overrides?.title ?? toAddOnTitle(key),
      description: overrides?.description ?? collapseWhitespace(description),
      moreInfo: formatMoreInfo(overrides?.more_info, notes),
      public: overrides?.public ?? !isPrivate,
      dependsOn: this.findAddOns([...path, 'dependsOn'], addOn.dependsOn),
      excludes: this.findAddOns([...path, 'excludes'], addOn.excludes),
      overrides,
    });
    this.prices.push(...versions.map((version) => ({ addOn: key, version, ...price })));
    const effects = this.buildEffects(addOn);
    if (effects.length === 0) this.report.change('add-on', path, 'it adds no feature and raises no limit');
    this.effects.push(...effects);
  }

  /** An add-on for a feature whose value is a text such as "Contact sales". */
  addFeatureOnRequest(feature: string, versions: string[]): void {
    const catalogKey = `features.${feature}`;
    this.drafts.push({
      catalogKey,
      name: feature,
      title: this.extension.features?.[feature]?.title ?? toSentenceCase(feature),
      description: '',
      moreInfo: null,
      public: true,
      dependsOn: [],
      excludes: [],
      overrides: undefined,
    });
    const onRequest = {
      fee: null,
      userFee: null,
      feeUnit: null,
      userFeeUnit: null,
      annualFee: null,
      annualUserFee: null,
      priceText: null,
    };
    this.prices.push(...versions.map((version) => ({ addOn: catalogKey, version, ...onRequest })));
    this.effects.push({ addOn: catalogKey, feature, effect: 'include', ...checkMark });
  }

  private findAddOns(path: string[], keys: string[]): string[] {
    return [...new Set(keys)].filter((key) => {
      if (this.addOnKeys.has(key)) return true;
      this.report.change('add-on', path.slice(0, 2), `${path[2]} names "${key}", which is not in the list`);
      this.report.warn(path, `The list has no add-on "${key}". It was ignored.`);
      return false;
    });
  }

  private buildEffects(addOn: ListedAddOn): ImportedAddOnEffect[] {
    const effects: ImportedAddOnEffect[] = [];
    const add = (feature: string, effect: ImportedAddOnEffect['effect'], content: Content) => {
      if (effects.some((other) => other.feature === feature && other.effect === effect)) return;
      effects.push({ addOn: addOn.key, feature, effect, ...content });
    };
    for (const { key, valueType, type } of this.list.features) {
      const value = addOn.values.get(key);
      if (value === undefined) continue;
      const cellValue = toCellValue(valueType, type, value);
      if (!cellValue) this.leaveOut(addOn, `it sets the feature "${key}" to ${JSON.stringify(value)}`);
      else add(key, 'include', cellValue.kind === 'included' ? cellValue.content : checkMark);
    }
    for (const placed of this.limits) {
      const { limit, row } = placed;
      const set = addOn.limits.get(limit.key);
      const raise = addOn.extensions.get(limit.key);
      if (set !== undefined) this.addLimit(addOn, placed, 'set', set, add);
      if (raise !== undefined) this.addLimit(addOn, placed, 'add', raise, add);
      if (set === undefined) {
        const content = this.findAmountOfAddedFeature(addOn, placed);
        if (content) add(row, 'set', content);
      }
    }
    return effects;
  }

  private addLimit(
    addOn: ListedAddOn,
    { limit, unit, row }: PlacedLimit,
    effect: 'set' | 'add',
    value: Value,
    add: (feature: string, effect: ImportedAddOnEffect['effect'], content: Content) => void,
  ): void {
    if (typeof value === 'number') {
      if (effect === 'add' && value === 0) this.leaveOut(addOn, `it adds 0 to the limit "${limit.key}"`);
      else add(row, effect, amountContent(value, unit));
      if (isUnlimited(value) && Number.isFinite(value)) {
        this.report.change('add-on', ['addOns', addOn.key], 'numbers from 100,000,000 are unlimited');
      }
      return;
    }
    const cellValue = toCellValue(limit.valueType, null, value);
    if (cellValue?.kind === 'included' && cellValue.content.value === null) add(row, 'include', checkMark);
    else if (cellValue) add(row, 'set', textContent(collapseWhitespace(String(value))));
    else this.leaveOut(addOn, `it sets the limit "${limit.key}" to ${JSON.stringify(value)}`);
  }

  /**
   * The amount that comes with a feature that the add-on adds to plans without it: the plans state it, but do not include it.
   */
  private findAmountOfAddedFeature(addOn: ListedAddOn, placed: PlacedLimit): Content | null {
    const { limit } = placed;
    const adds = limit.features.some((key) => addOn.values.get(key) === true);
    if (!adds || limit.valueType !== 'NUMERIC') return null;
    const amounts = this.list.plans.flatMap((plan) => {
      const lacksAll = limit.features.every((key) => !this.included.has(cellKey(plan.key, key)));
      const content = addOn.availableFor.includes(plan.key) && lacksAll ? readAmount(plan, placed) : null;
      return content && content.amount !== 0 ? [content] : [];
    });
    const [first] = amounts;
    if (!first) return null;
    if (amounts.every(({ value }) => value === first.value)) return first;
    this.leaveOut(addOn, `the limit "${limit.key}" of the added feature differs between plans`);
    return null;
  }

  private leaveOut({ key }: ListedAddOn, reason: string): void {
    this.report.change('add-on', ['addOns', key], `without a part: ${reason}`);
  }
}

function toAddOnTitle(key: string): string {
  return toTitleCase(key).replace(/(?<=\S)\s+add-?on$/i, '');
}

function cellKey(version: string, feature: string): string {
  return JSON.stringify([version, feature]);
}
