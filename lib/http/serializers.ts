import type { AccountResponse, PortalSession } from '@/lib/contract/accounts';
import type { History, HistoryEntry } from '@/lib/contract/history';
import type { ProductPreview } from '@/lib/contract/product-preview';
import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import type { AppInfo, MatrixFeature, Version, VersionEntry, VersionList } from '@/lib/contract/versions';
import type { UpsertedAccount } from '@/lib/domain/accounts';
import type { FeatureChanges } from '@/lib/domain/compare-features';
import type { PreviewedSwitch } from '@/lib/domain/evaluate-switch';
import type { ActivationDetail, HistoryPage } from '@/lib/domain/history';
import type { ListedVersion, MatrixRow, VersionDetail, VersionListing } from '@/lib/domain/list-versions';
import type { PortalLink } from '@/lib/domain/portal-sessions';
import type { CatalogPreview } from '@/lib/domain/preview-catalog';
import type { SwitchOutcome } from '@/lib/domain/switch-version';

/** Unix seconds, rounded down. */
function toUnixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** `GET /app/versions` (spec 4.1). */
export function serializeVersionList(listing: VersionListing, { matrix }: { matrix: boolean }): VersionList {
  return {
    success: true,
    message: '',
    data: {
      versions: listing.versions.map(serializeVersionEntry),
      ...(matrix && {
        matrix: {
          versions: listing.versions.map(({ version }) => version.title),
          features: listing.matrix.map(serializeMatrixFeature),
        },
      }),
      optional_features_available: listing.optionalFeaturesAvailable,
      app: serializeApp(listing.app),
    },
  };
}

export function serializeApp(app: VersionListing['app']): AppInfo {
  return {
    title: app.title,
    currency: app.currency,
    billing_period: app.billingPeriod,
    contact_url: app.contactUrl,
  };
}

function serializeVersionEntry({ version, current, decision }: ListedVersion): VersionEntry {
  return {
    id: version.id,
    title: version.title,
    description: version.description,
    more_info: version.moreInfo,
    active: version.active,
    fee: version.fee,
    user_fee: version.userFee,
    tag: version.tag,
    public: version.public,
    current,
    switch: decision,
  };
}

function serializeMatrixFeature(row: MatrixRow): MatrixFeature {
  return {
    id: row.humanId,
    title: row.title,
    description: row.description,
    versions: row.included,
    group: row.group,
    values: row.values,
    offers: Object.fromEntries(
      Object.entries(row.offers).map(([id, { title, fee, userFee }]) => [
        id,
        { title, fee, user_fee: userFee },
      ]),
    ),
  };
}

/** `GET /app/versions/:id` (spec 2.3, 4.3), without an envelope. */
export function serializeVersion({ version, features }: VersionDetail): Version {
  return {
    id: version.id,
    title: version.title,
    description: version.description,
    tag: version.tag,
    user_fee: version.userFee ?? 0,
    is_default: version.isDefault,
    active: version.active,
    features: features.map(({ id, title, humanId }) => ({ id, title, human_id: humanId })),
    fee: version.fee,
    more_info: version.moreInfo,
  };
}

/** The data of the page `/preview`. */
export function serializeProductPreview(preview: CatalogPreview): ProductPreview {
  return {
    list: serializeVersionList(preview.listing, { matrix: true }),
    as: preview.as,
    accounts: preview.accounts,
    hidden: preview.hidden.map(({ id, title, tag }) => ({ id, title, tag })),
    checks: preview.checks,
  };
}

/** `POST /app/versions` (spec 2.6, 4.2). */
export function serializeSwitch({ activation, changed }: SwitchOutcome): SwitchResult {
  const { title } = activation.version;
  return {
    success: true,
    message: changed ? `Switched to ${title}.` : `The account is already on ${title}.`,
    data: {
      history_id: activation.id,
      version_id: activation.version.versionId,
      timestamp: toUnixSeconds(activation.activatedAt),
    },
  };
}

/** `GET /app/versions/:id/preview`. */
export function serializeSwitchPreview({
  from,
  to,
  decision,
  changes,
  revision,
}: PreviewedSwitch): SwitchPreview {
  return {
    success: true,
    message: '',
    data: {
      direction: decision.direction,
      allowed: decision.allowed,
      blockers: decision.blockers,
      from: from && { id: from.versionId, title: from.title, fee: from.fee, user_fee: from.userFee },
      to: { id: to.versionId, title: to.title, fee: to.fee, user_fee: to.userFee },
      difference: priceDifference(from, to),
      gained: changes.gained,
      lost: changes.lost,
      kept: changes.kept,
      optional_gained: changes.optionalGained,
      optional_lost: changes.optionalLost,
      revision,
    },
  };
}

interface VersionPrices {
  fee: number | null;
  userFee: number | null;
}

/** New minus old price. A version with one of the two prices has the other at zero. Null if either is not priced. */
function priceDifference(
  from: VersionPrices | null,
  to: VersionPrices,
): { fee: number | null; user_fee: number | null } {
  const isPriced = (prices: VersionPrices | null): prices is VersionPrices =>
    prices !== null && (prices.fee !== null || prices.userFee !== null);
  if (!isPriced(from) || !isPriced(to)) return { fee: null, user_fee: null };
  return { fee: (to.fee ?? 0) - (from.fee ?? 0), user_fee: (to.userFee ?? 0) - (from.userFee ?? 0) };
}

/** `GET /account/versions` (spec 4.4). */
export function serializeHistory({ entries: records, next }: HistoryPage): History {
  return {
    success: true,
    message: '',
    payload: records.map(serializeHistoryEntry),
    ...(next !== null && { next_cursor: String(next) }),
  };
}

export function serializeHistoryEntry({
  activation,
  changes,
  deactivatedAt,
}: ActivationDetail): HistoryEntry {
  const { version, previous } = activation;
  return {
    activated: toUnixSeconds(activation.activatedAt),
    id: version.versionId,
    title: version.title,
    description: version.description,
    history_id: activation.id,
    sequence: activation.sequence,
    deactivated: deactivatedAt && toUnixSeconds(deactivatedAt),
    previous_version_id: previous?.versionId ?? null,
    previous_title: previous?.title ?? null,
    direction: activation.direction,
    fee: version.fee,
    user_fee: version.userFee,
    currency: version.currency,
    billing_period: version.billingPeriod,
    gained: changes.gained,
    lost: changes.lost,
    actor: {
      kind: activation.actor.kind,
      name: activation.actor.name,
      channel: activation.actor.channel,
    },
    reason: activation.reason,
  };
}

/** The fields of an entry that depend only on its two versions: equal for all activations with the same changes. */
const sharedFields = new Set<string>([
  'id',
  'title',
  'description',
  'previous_version_id',
  'previous_title',
  'fee',
  'user_fee',
  'currency',
  'billing_period',
  'gained',
  'lost',
] satisfies (keyof HistoryEntry)[]);

/** JSON of an entry: constant text, and between two texts the field whose value goes there. */
interface EntryTemplate {
  texts: string[];
  fields: (keyof HistoryEntry)[];
}

/** Templates with the shared fields filled in, kept as long as the memoized changes. */
const templates = new WeakMap<FeatureChanges, EntryTemplate>();

/** `serializeHistory` as JSON text. The shared fields, which are most of it, are converted once for equal changes. */
export function stringifyHistory({ entries, next }: HistoryPage): string {
  const payload = entries.map(stringifyHistoryEntry).join();
  const cursor = next === null ? '' : `,"next_cursor":"${next}"`;
  return `{"success":true,"message":"","payload":[${payload}]${cursor}}`;
}

function stringifyHistoryEntry(detail: ActivationDetail): string {
  const entry = serializeHistoryEntry(detail);
  let template = templates.get(detail.changes);
  if (!template) {
    template = createTemplate(entry);
    templates.set(detail.changes, template);
  }
  const { texts, fields } = template;
  let json = texts[0] ?? '';
  for (let index = 0; index < fields.length; index += 1) {
    const value = entry[fields[index] as keyof HistoryEntry];
    json += `${typeof value === 'number' ? value : JSON.stringify(value)}${texts[index + 1]}`;
  }
  return json;
}

function createTemplate(entry: HistoryEntry): EntryTemplate {
  const template: EntryTemplate = { texts: [], fields: [] };
  let text = '';
  for (const [field, value] of Object.entries(entry)) {
    text += `${text === '' && template.fields.length === 0 ? '{' : ','}"${field}":`;
    if (sharedFields.has(field)) text += JSON.stringify(value);
    else {
      template.texts.push(text);
      template.fields.push(field as keyof HistoryEntry);
      text = '';
    }
  }
  template.texts.push(`${text}}`);
  return template;
}

/** `PUT /api/accounts/:external_id`. */
export function serializeAccount({
  id,
  externalId,
  title,
  created,
  versionId,
}: UpsertedAccount): AccountResponse {
  return {
    success: true,
    message: created ? `${title} was created.` : '',
    data: { account_id: id, external_id: externalId, title, created, version_id: versionId },
  };
}

/** `POST /api/portal/sessions`. */
export function serializePortalSession({ id, link, expiresAt }: PortalLink, origin: string): PortalSession {
  return {
    success: true,
    message: 'The link works once and expires in 5 minutes.',
    data: { session_id: id, url: `${origin}/enter?link=${link}`, expires: toUnixSeconds(expiresAt) },
  };
}
