import { type CatalogPublishedData, maxEventBytes, maxEventFeatures } from '@/lib/contract/events';
import { type AppCatalog, toPriceJson } from '@/lib/db/catalog';
import { compareSnapshots } from '@/lib/domain/compare-features';
import { hasSamePrice } from '@/lib/pricing/price';
import type { CatalogChanges } from './catalog-changes';
import type { VersionOutcome } from './list-outcomes';

type ChangedVersion = CatalogPublishedData['changed_versions'][number];

interface PublishedChanges {
  changes: Pick<CatalogChanges, 'versions' | 'features' | 'addOns'>;
  outcomes: VersionOutcome[];
  accounts: ReadonlyMap<string, number>;
}

/** The data of `catalog.published`. Lists are cut so that the event is not larger than others. */
export function createPublishedData(
  { app }: Pick<AppCatalog, 'app'>,
  { changes, outcomes, accounts }: PublishedChanges,
  publication: Pick<CatalogPublishedData, 'edition' | 'actor'>,
): CatalogPublishedData {
  const changed = outcomes.map((outcome) => createChangedVersion(outcome, accounts));
  const data = {
    catalog_revision: app.catalogRevision,
    versions: changes.versions.length,
    features: changes.features.length,
    offers: changes.addOns.length,
    changed_versions: changed,
    ...publication,
  };
  const isTooLarge = () => Buffer.byteLength(JSON.stringify(data)) >= maxEventBytes - envelopeBytes;
  const lists = changed.flatMap((version) => changeLists.map((name) => version[name]));
  while (isTooLarge() && lists.some(({ length }) => length > 0)) for (const list of lists) list.length >>= 1;
  while (isTooLarge()) changed.length >>= 1;
  return data;
}

const changeLists = ['gained', 'lost', 'raised', 'lowered', 'changed'] as const;
const envelopeBytes = 500;

function createChangedVersion(
  { outcome, version, keptId, before, after }: VersionOutcome,
  accounts: ReadonlyMap<string, number>,
): ChangedVersion {
  const changes = before && compareSnapshots(before, after);
  const ids = (list: (typeof changeLists)[number]) =>
    changes?.[list].slice(0, maxEventFeatures).map(({ id }) => id) ?? [];
  const price = toPriceJson(after);
  const previous = before && toPriceJson(before);
  return {
    id: version.id,
    title: version.title,
    tag: version.tag,
    outcome,
    kept_version_id: keptId,
    accounts: accounts.get(keptId ?? version.id) ?? 0,
    gained: ids('gained'),
    lost: ids('lost'),
    raised: ids('raised'),
    lowered: ids('lowered'),
    changed: ids('changed'),
    previous_price: hasSamePrice(previous, price) ? null : previous,
    price,
  };
}
