import { type Diagnostic, ImportError } from '@/lib/catalog-import/diagnostics';
import type { Extension, ExtensionFile, PlanExtension } from '@/lib/catalog-import/parse/extension';
import type { ListedPlan } from '@/lib/catalog-import/parse/normalize-price-list';
import type { PriceListFile } from '@/lib/catalog-import/parse/parse-price-list';
import type { BillingPeriod } from './billing-unit';
import { buildFeatures, findDuplicateHumanIds } from './build-features';
import { collapseWhitespace, toPlanTitle, toProductTitle } from './humanize';
import type { ImportedCatalog, ImportedVersion } from './imported-catalog';
import { inferBillingPeriod, PriceResolver } from './price-resolver';

interface BuiltCatalog {
  catalog: ImportedCatalog;
  /** Prices that were rounded. */
  warnings: string[];
}

/**
 * Builds the catalog that a price list and its extension describe. `storedPeriod` is the billing period of the app if
 * it exists; prices of another period are converted to it. Throws `ImportError` with every problem found.
 */
export function buildImportedCatalog(
  priceListFile: PriceListFile,
  extensionFile: ExtensionFile | null,
  storedPeriod: BillingPeriod | null,
): BuiltCatalog {
  const { list } = priceListFile;
  const extension: Extension = extensionFile?.extension ?? {};
  const billingPeriod =
    extension.app?.billing_period ?? storedPeriod ?? inferBillingPeriod(list.plans, list.currency);
  const prices = new PriceResolver({ currency: list.currency, period: billingPeriod });

  const versions = buildVersions(priceListFile, extensionFile, prices);
  const features = buildFeatures(priceListFile, extension, prices);
  const diagnostics = [
    ...prices.diagnostics,
    ...findDuplicateTags(versions, extensionFile),
    ...findDuplicateHumanIds(extensionFile),
  ];
  if (diagnostics.length > 0) throw new ImportError(diagnostics);

  const plans = Object.entries(extension.plans ?? {});
  const catalog: ImportedCatalog = {
    app: {
      title: extension.app?.title ?? toProductTitle(list.product),
      currency: list.currency,
      billingPeriod,
      host: extension.app?.host,
      contactUrl: extension.app?.contact_url,
      frameOrigins: extension.app?.frame_origins,
    },
    versions,
    ...features,
    grants: plans.flatMap(([version, plan]) =>
      [...new Set(plan.granted_to)].map((account) => ({ version, account })),
    ),
    explicitDefault: plans.find(([, plan]) => plan.default)?.[0] ?? null,
  };
  return { catalog, warnings: prices.warnings };
}

/** One version for each plan, in the order of the list. */
function buildVersions(
  { file, list }: PriceListFile,
  extensionFile: ExtensionFile | null,
  prices: PriceResolver,
): ImportedVersion[] {
  return list.plans.map((plan, index) => {
    const overrides = extensionFile?.extension.plans?.[plan.key] ?? {};
    const price = prices.resolve(file, ['plans', plan.key], plan);
    const overrideFee = (name: 'fee' | 'user_fee', listed: number | null) =>
      extensionFile && overrides[name] !== undefined
        ? prices.resolveOverride(extensionFile.file, ['plans', plan.key, name], overrides[name])
        : listed;
    return {
      ...applyOverrides(plan, overrides),
      catalogKey: plan.key,
      tag: overrides.tag ?? `v${index + 1}`,
      moreInfo: overrides.more_info?.trim() || (price.note && `The price is ${price.note}.`) || null,
      fee: overrideFee('fee', price.fee),
      userFee: overrideFee('user_fee', price.userFee),
    };
  });
}

function applyOverrides(plan: ListedPlan, overrides: PlanExtension) {
  return {
    title: overrides.title ?? toPlanTitle(plan.key),
    description: collapseWhitespace(overrides.description ?? plan.description),
    active: !overrides.retired,
    public: overrides.public ?? !plan.isPrivate,
    entryBlocker: overrides.entry_blocker ?? null,
    exitBlocker: overrides.exit_blocker ?? null,
  };
}

/** Only an extension can cause duplicate tags, so diagnostics point into it. */
function findDuplicateTags(versions: ImportedVersion[], extensionFile: ExtensionFile | null): Diagnostic[] {
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
