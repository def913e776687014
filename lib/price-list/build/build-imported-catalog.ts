import { toCurrency } from '@/lib/contract/currency-digits';
import { type CamelCase, toCamelCase as toColumnName } from '@/lib/contract/field-names';
import type { BillingPeriod } from '@/lib/contract/fields';
import { defaultReminderDays } from '@/lib/contract/price-list-keys';
import { toCamelCase } from '@/lib/db/connection/query-json';
import { type Extension, type ExtensionFile, type PlanExtension, planFields } from '../parse/extension';
import { listFormatKeys } from '../parse/format-keys';
import { basePlanKey } from '../parse/normalize-price-list';
import type { PriceListFile } from '../parse/parse-price-list';
import type { Diagnostic } from '../yaml/diagnostics';
import { collapseWhitespace, formatMoreInfo, toProductTitle, toTitleCase } from '../yaml/humanize';
import { readBillingFactors } from './billing';
import { buildAddOns } from './build-add-ons';
import {
  buildCells,
  buildFeatures,
  findDuplicateHumanIds,
  findMisplacedLimits,
  warnUnknownTags,
} from './build-features';
import { placeLimits, type StoredRow } from './build-limits';
import { BuildError, buildTexts, listSourceTexts, listTexts } from './build-texts';
import { deriveTags, describeMovedTags, findMisplacedPlan, type TaggedPlan } from './derive-tags';
import { findCatalogWarnings } from './find-catalog-warnings';
import { ImportReport } from './import-report';
import { readPriceBounds } from './price-bounds';
import { inferBillingPeriod, PriceResolver } from './price-resolver';
import type { ImportedCatalog, WrittenVersion } from './written-catalog';

interface BuiltCatalog {
  catalog: ImportedCatalog;
  report: ImportReport;
}

/**
 * Builds the catalog that a price list and its extension describe. `stored` is the app if it exists: prices are converted to
 * its billing period and to the digits in which it stores amounts, limits stay in their rows, and plans keep their tags.
 * Throws `ImportError` with every problem found.
 */
export function buildImportedCatalog(
  priceListFile: PriceListFile,
  extensionFile: ExtensionFile | null,
  stored: {
    app: {
      billingPeriod: BillingPeriod;
      currency?: string;
      currencyDigits?: number | null;
      checkoutUrl?: string | null;
      contactUrl?: string | null;
      language?: string | null;
    };
    features: StoredRow[];
    versions: TaggedPlan[];
  } | null,
): BuiltCatalog {
  const listed = priceListFile.list;
  const extension: Extension = extensionFile?.extension ?? {};
  const billingPeriod =
    extension.app?.billing_period ??
    stored?.app.billingPeriod ??
    inferBillingPeriod(listed.plans, listed.currency);
  const report = new ImportReport({ priceListFile, extensionFile });
  const factors = readBillingFactors(listed.billing, report);
  const isSameCurrency = stored?.app.currency === listed.currency;
  const currencyDigits = (isSameCurrency ? stored?.app.currencyDigits : null) ?? listed.currencyDigits;
  const currency = toCurrency({ currency: listed.currency, currencyDigits });
  const prices = new PriceResolver({ ...currency, period: billingPeriod, factors }, report);

  const earlierKeys = Object.entries(extension.usageLimits ?? {}).flatMap(([key, { renamed_from: from }]) =>
    from === undefined ? [] : [[key, from] as const],
  );
  const priced = buildVersions(priceListFile, extensionFile, stored?.versions ?? [], prices, report);
  const { list, versions, usersLimit } = readPriceBounds(listed, priced, extension, report);
  const limits = placeLimits(list, stored?.features ?? [], new Map(earlierKeys));
  const { features, explicitHumanIds } = buildFeatures(list, limits, extension);
  warnUnknownTags(list, extension, report);
  const plans = buildCells(list, limits, report);
  const addOnInput = { priceListFile, extensionFile, limits, plans, prices, report };
  const { explicitHumanIds: explicitAddOnIds, ...addOns } = buildAddOns(addOnInput);
  for (const { path, kind } of listFormatKeys(priceListFile.file)) {
    if (kind === 'unserved') report.leaveOut('field', path, 'the API has no place for it');
    if (kind === 'unknown') report.leaveOut('field', path, 'it is not in the format');
  }
  const diagnostics = [
    ...prices.diagnostics,
    ...findDuplicateTags(versions, extensionFile),
    ...findDuplicateHumanIds(extensionFile),
    ...findMisplacedLimits(extensionFile, limits),
  ];
  const { title, billing_period: _, brand, ...settings } = extension.app ?? {};
  const { downgrades, self_service: selfService } = extension.switching ?? {};
  const planExtensions = Object.entries(extension.plans ?? {});
  const source = {
    app: {
      title: title ?? toProductTitle(list.product),
      currency: list.currency,
      currencyDigits,
      billingPeriod,
      ...(usersLimit !== null && { usersLimit }),
      ...toCamelCase<Partial<ImportedCatalog['app']>>(settings),
      ...(downgrades !== undefined && { downgrades }),
      ...(selfService !== undefined && { selfService }),
      ...buildBrand(brand),
    },
    versions,
    features,
    cells: plans.cells,
    ...addOns,
    grants: planExtensions.flatMap(([version, plan]) =>
      [...new Set(plan.granted_to)].map((account) => ({ version, account })),
    ),
    explicitDefault: planExtensions.find(([, plan]) => plan.default)?.[0] ?? null,
    explicitHumanIds: { features: explicitHumanIds, addOns: explicitAddOnIds },
  };
  const sourceTexts = listSourceTexts(source);
  const language = (source.app.language === undefined ? stored?.app.language : source.app.language) ?? null;
  const { texts, ...built } = extensionFile
    ? buildTexts(sourceTexts, extensionFile, language)
    : { texts: new Map(), diagnostics: [], warnings: [] };
  const found = [...diagnostics, ...built.diagnostics];
  if (found.length > 0) throw new BuildError(found, listTexts(sourceTexts, language));
  const catalog: ImportedCatalog = {
    ...source,
    app: { ...source.app, languages: [...texts.keys()].sort() },
    sourceTexts,
    texts,
  };
  const warnings = findCatalogWarnings(catalog, extension, stored?.app);
  report.warnings.push(...built.warnings, ...warnings);
  return { catalog, report };
}

/** A brand is replaced as a whole. */
function buildBrand(brand: NonNullable<Extension['app']>['brand']) {
  if (brand === undefined) return {};
  return {
    brandLogo: brand?.logo ?? null,
    brandAccent: brand?.accent ?? null,
    brandAccentDark: brand?.accent_dark ?? null,
    brandFont: brand?.font ?? null,
  };
}

/** A plan of a list is not an earlier generation. Its default is known when it is compared with the stored versions. */
const notReplaced = {
  isDefault: false,
  replacedBy: null,
  keepsPrice: null,
  renewsTo: null,
  renewsSince: null,
};

/** One version for each plan, in the order of the list. */
function buildVersions(
  { file, list }: PriceListFile,
  extensionFile: ExtensionFile | null,
  stored: TaggedPlan[],
  prices: PriceResolver,
  report: ImportReport,
): WrittenVersion[] {
  const explicitTags = extensionFile?.extension.plans ?? {};
  const plans = list.plans.map(({ key }) => ({ key, tag: explicitTags[key]?.tag ?? null }));
  const tags = deriveTags(plans, stored);
  const versions = list.plans.map((plan, index) => {
    const overrides = extensionFile?.extension.plans?.[plan.key] ?? {};
    const path = ['plans', plan.key];
    const { price, notes } = prices.resolve(
      file,
      path,
      plan,
      extensionFile && { file: extensionFile.file, prices: overrides },
    );
    report.keep('plan', path);
    if (plan.key === basePlanKey && file.keysAt(['plans']).length === 0) {
      report.warn(path, 'The list has no plans. It is served as one free version with add-ons.');
    }
    const policy = extensionFile?.extension.switching?.plans?.[plan.key];
    const fields = applyOverrides(overrides, {
      tag: tags[index]!,
      title: toTitleCase(plan.key),
      description: plan.description,
      public: !plan.isPrivate && policy !== 'hidden',
      recommended: false,
      family: '',
    });
    return {
      ...fields,
      catalogKey: plan.key,
      description: collapseWhitespace(fields.description),
      active: !overrides.retired,
      selfService: policy === undefined,
      trialDays: overrides.trial?.days ?? null,
      trialThen: overrides.trial?.then === plan.key ? null : (overrides.trial?.then ?? null),
      trialOnce: overrides.trial?.once ?? true,
      trialReminderDays: overrides.trial?.reminder_days ?? defaultReminderDays,
      moreInfo: formatMoreInfo(overrides.more_info, notes),
      ...price,
      ...notReplaced,
    };
  });
  const tagged = plans.map((plan, index) => {
    const { title, tag: current } = versions[index]!;
    return { ...plan, title, current };
  });
  for (const { key, message } of describeMovedTags(tagged, stored))
    report.warn(['plans', key, 'tag'], message);
  const misplaced = findMisplacedPlan(tagged);
  if (misplaced !== null) {
    const message =
      'Plans are sorted by their tags, which do not follow the order of the list. Set tags in the extension to change it.';
    report.warn(['plans', misplaced], message);
  }
  return versions;
}

type Overrides = {
  [Name in keyof typeof planFields as CamelCase<Name>]: NonNullable<PlanExtension[Name]>;
};

/** The fields of the extension, else those of the list, else null. */
function applyOverrides<Listed extends Partial<Overrides>>(overrides: PlanExtension, listed: Listed) {
  const names = Object.keys(planFields) as (keyof typeof planFields)[];
  const fields = names.map((name) => {
    const column = toColumnName(name) as keyof Overrides;
    return [column, overrides[name] ?? listed[column] ?? null];
  });
  return Object.fromEntries(fields) as {
    [Name in keyof Overrides]: Overrides[Name] | (Name extends keyof Listed ? never : null);
  };
}

/** Only an extension can cause duplicate tags, so diagnostics point into it. */
function findDuplicateTags(versions: WrittenVersion[], extensionFile: ExtensionFile | null): Diagnostic[] {
  if (!extensionFile) return [];
  const { file, extension } = extensionFile;
  const keysByTag = new Map<string, string>();
  return versions.flatMap(({ tag, catalogKey }) => {
    const first = keysByTag.get(tag);
    keysByTag.set(tag, first ?? catalogKey);
    if (first === undefined) return [];
    const overridden = extension.plans?.[catalogKey]?.tag ? catalogKey : first;
    const message = `"${first}" and "${catalogKey}" have the same tag "${tag}".`;
    return [file.diagnosticAt(['plans', overridden, 'tag'], message)];
  });
}
