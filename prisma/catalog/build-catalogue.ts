import { buildFeatures, clashingIds } from './build-features';
import { buildVersions, clashingTags } from './build-versions';
import type { Catalogue } from './catalogue';
import type { Period } from './charged-by';
import type { Extension } from './extension';
import { Refused } from './fault';
import { periodOf } from './price';
import { PriceBook } from './price-book';
import type { ExtensionFile } from './read-extension';
import type { PriceListFile } from './read-price-list';
import { productTitle } from './readable-name';

export interface BuiltCatalogue {
  catalogue: Catalogue;
  /** What was rounded, to be told. */
  warnings: string[];
}

/**
 * What a price list and its extension say, in the model's terms. `period` is that of the app where it exists
 * already: prices by another period are brought to it. Throws `Refused` with all that can't be kept.
 */
export function buildCatalogue(
  source: PriceListFile,
  extended: ExtensionFile | null,
  period: Period | null,
): BuiltCatalogue {
  const { list } = source;
  const extension: Extension = extended?.extension ?? {};
  const billingPeriod = extension.app?.billing_period ?? period ?? periodOf(list.plans, list.currency);
  const book = new PriceBook({ currency: list.currency, period: billingPeriod });

  const versions = buildVersions(source, extended, book);
  const features = buildFeatures(source, extension, book);
  const faults = [...book.faults, ...clashingTags(versions, extended), ...clashingIds(extended)];
  if (faults.length > 0) throw new Refused(faults);

  const plans = Object.entries(extension.plans ?? {});
  const catalogue: Catalogue = {
    app: {
      title: extension.app?.title ?? productTitle(list.product),
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
    namedDefault: plans.find(([, plan]) => plan.default)?.[0] ?? null,
  };
  return { catalogue, warnings: book.warnings };
}
