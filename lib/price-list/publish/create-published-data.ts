import { type CatalogPublishedData, maxEventBytes, maxEventFeatures } from '@/lib/contract/events';
import { type AppCatalog, toPriceJson } from '@/lib/db/catalog';
import type { CatalogChanges } from '../compare/catalog-changes';
import { describeContent } from '../compare/describe-difference';
import type { AddOnOutcome, VersionOutcome } from '../compare/list-outcomes';

type ChangedVersion = CatalogPublishedData['changed_versions'][number];
type ChangedOption = CatalogPublishedData['changed_options'][number];

interface PublishedChanges {
  changes: Pick<CatalogChanges, 'versions' | 'features' | 'addOns'>;
  outcomes: VersionOutcome[];
  addOnOutcomes: AddOnOutcome[];
  /** How many accounts are on a version, and how many have an add-on on, by ID. */
  accounts: ReadonlyMap<string, number>;
}

/** The data of `catalog.published`. Lists are cut so that the event is not larger than others. */
export function createPublishedData(
  { app }: Pick<AppCatalog, 'app'>,
  { changes, outcomes, addOnOutcomes, accounts }: PublishedChanges,
  publication: Pick<CatalogPublishedData, 'edition' | 'actor'>,
): CatalogPublishedData {
  const changed = outcomes.map((outcome) => createChangedVersion(outcome, accounts));
  const options = addOnOutcomes.map((outcome) => createChangedOption(outcome, accounts));
  const data = {
    catalog_revision: app.catalogRevision,
    versions: changes.versions.length,
    features: changes.features.length,
    offers: new Set([
      ...changes.addOns.map(({ before, after }) => (after ?? before)?.catalogKey),
      ...addOnOutcomes.map(({ addOn }) => addOn.catalogKey),
    ]).size,
    changed_versions: changed,
    changed_options: options,
    ...publication,
  };
  const isTooLarge = () => Buffer.byteLength(JSON.stringify(data)) >= maxEventBytes - envelopeBytes;
  const lists: unknown[][] = [
    ...changed.flatMap((version) => changeLists.map((name) => version[name])),
    ...options.map(({ prices }) => prices),
  ];
  while (isTooLarge() && lists.some(({ length }) => length > 0)) for (const list of lists) list.length >>= 1;
  while (isTooLarge() && options.length > 0) options.length >>= 1;
  while (isTooLarge()) changed.length >>= 1;
  return data;
}

const changeLists = ['gained', 'lost', 'raised', 'lowered', 'changed'] as const;
const envelopeBytes = 500;

function createChangedVersion(
  { outcome, version, keptId, before, after }: VersionOutcome,
  accounts: ReadonlyMap<string, number>,
): ChangedVersion {
  const { previous_price, price, ...changes } = describeContent(before, after);
  const ids = (features: { id: string }[]) => features.slice(0, maxEventFeatures).map(({ id }) => id);
  return {
    id: version.id,
    title: version.title,
    tag: version.tag,
    outcome,
    kept_version_id: keptId,
    accounts: accounts.get(keptId ?? version.id) ?? 0,
    gained: ids(changes.gained),
    lost: ids(changes.lost),
    raised: ids(changes.raised),
    lowered: ids(changes.lowered),
    changed: ids(changes.changed),
    ...{ previous_price, price },
  };
}

function createChangedOption(
  { outcome, addOn, keptId, prices }: AddOnOutcome,
  accounts: ReadonlyMap<string, number>,
): ChangedOption {
  return {
    id: addOn.id,
    title: addOn.title,
    outcome,
    kept_option_id: keptId,
    accounts: accounts.get(keptId ?? addOn.id) ?? 0,
    prices: prices.map(({ versionId, before, after }) => ({
      version_id: versionId,
      previous_price: before && toPriceJson(before),
      price: after && toPriceJson(after),
    })),
  };
}
