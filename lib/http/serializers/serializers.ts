import { toCurrency } from '@/lib/contract/currency-digits';
import type { AccountFeature, AccountFeatures, FeatureAccess } from '@/lib/contract/features';
import { createSerializer } from '@/lib/contract/field-names';
import { type FeatureAmount, priceFields } from '@/lib/contract/fields';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import type { CredentialUser, PortalSession, PortalToken } from '@/lib/contract/portal-sessions';
import { type SwitchPreview, type SwitchResult, switchPreviewSchema } from '@/lib/contract/switch';
import {
  type AddOn,
  type AppInfo,
  addOnFields,
  appSchema,
  type MatrixFeature,
  matrixFeatureSchema,
  type UsageFit,
  type Version,
  type VersionEntry,
  type VersionList,
  versionContent,
  versionEntrySchema,
  versionSchema,
} from '@/lib/contract/versions';
import type { CreatedSession, PortalLink } from '@/lib/domain/access/portal-sessions';
import type { AccountCaller } from '@/lib/domain/caller';
import { getQuantityRange, listFeatures } from '@/lib/domain/catalog/add-ons';
import { isRenewable } from '@/lib/domain/catalog/amounts';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import type { FeatureChanges } from '@/lib/domain/catalog/compare-features';
import type { ListedAddOn, ListedEffect, MatrixRow } from '@/lib/domain/catalog/feature-matrix';
import { isAgreed, serializeTerms } from '@/lib/domain/catalog/terms';
import { isUntranslated } from '@/lib/domain/catalog/translate-content';
import type { SwitchOutcome } from '@/lib/domain/changes/switch-version';
import type { Entitlement } from '@/lib/domain/entitlements/entitlements';
import { toSwitchDecision } from '@/lib/domain/subscription/evaluate-change';
import {
  findUsed,
  getExcess,
  getRemaining,
  type LimitUsage,
  listExceeded,
  listLimitUsage,
} from '@/lib/domain/subscription/limit-usage';
import type { ListedVersion, VersionDetail, VersionListing } from '@/lib/domain/subscription/list-versions';
import type * as domain from '@/lib/domain/subscription/preview-change';
import { isReplaced } from '@/lib/domain/subscription/record-change';
import type { ChangedAddOn } from '@/lib/domain/subscription/subscription';
import type { FitListing } from '@/lib/domain/usage/list-fits';
import { pluralizeUnit } from '@/lib/format/amount';
import { subtractPrices } from '@/lib/pricing/compare-prices';
import { listBillingPeriods } from '@/lib/pricing/price';

/** Unix seconds of a time or of Unix milliseconds, rounded down. */
export function toUnixSeconds(time: Date | number): number;
export function toUnixSeconds(time: Date | number | null): number | null;
export function toUnixSeconds(time: Date | number | null): number | null {
  return time === null ? null : Math.floor(Number(time) / 1000);
}

/** The body of most responses. */
export function toEnvelope<T>(data: T, message = ''): { success: true; message: string; data: T } {
  return { success: true, message, data };
}

/** The body of a page of a list that continues at `next`. */
export function toListEnvelope<T>(payload: T[], next: string | number | null) {
  return { success: true as const, message: '', payload, ...toPageFields(next) };
}

/** The body of a page of a list that is in `data`. */
export function toPageEnvelope<T>(data: T[], next: string | number | null) {
  return { ...toEnvelope(data), ...toPageFields(next) };
}

export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A page of a list that has been read at once. Its cursor is the ID of the last item. Throws 400 for an unknown one. */
export function slicePage<T extends { id: string }>(
  items: T[],
  { limit = items.length, cursor }: PageQuery,
): { items: T[]; next: string | null } {
  const start = cursor === undefined ? 0 : items.findIndex(({ id }) => id === cursor) + 1;
  if (start === 0 && cursor !== undefined) {
    throw fieldError(invalidParameter('cursor', 'expected the next_cursor of a response'));
  }
  const page = items.slice(start, start + limit);
  return { items: page, next: start + limit < items.length ? (page.at(-1)?.id ?? null) : null };
}

/** A page of a list that has been read at once. Throws 400 for an unknown cursor. */
export function serializeSlice<Row extends { id: string }, T>(
  rows: Row[],
  page: PageQuery,
  serialize: (row: Row) => T,
) {
  const { items, next } = slicePage(rows, page);
  return toPageEnvelope(items.map(serialize), next);
}

/** The fields that state whether a list continues at `next`. */
export function toPageFields(next: string | number | null) {
  return { ...(next !== null && { next_cursor: String(next) }), has_more: next !== null };
}

/** `GET /app/versions` (spec 4.1). */
export function serializeVersionList(
  listing: VersionListing,
  { matrix, fits }: { matrix: boolean; fits?: FitListing | null },
): VersionList {
  return toEnvelope({
    versions: listing.versions.map(serializeVersionEntry),
    ...(matrix && {
      matrix: {
        versions: listing.versions.map(({ version }) => version.title),
        features: listing.matrix.map(serializeMatrixFeature),
        offers: listing.addOns.map(serializeAddOn),
      },
    }),
    optional_features_available: listing.addOnsAvailable,
    billing_period: listing.billingPeriod,
    trial_ends_at: toUnixSeconds(listing.trialEndsAt),
    users: listing.users,
    quantity: listing.quantity,
    ...(listing.usage && { usage: listing.usage.map(serializeLimitUsage) }),
    app: serializeApp(listing.app),
    ...(fits !== undefined && { usage_fit: fits && serializeFits(fits) }),
  });
}

export function serializeFits({ versions, cheapest }: FitListing): UsageFit {
  const entries = versions.map(({ version, fit: { addOns, exceeded, total, isComplete } }) => [
    version.id,
    {
      fits: addOns !== null,
      exceeded,
      optional_features: (addOns ?? []).map(({ id, title, quantity }) => ({ id, title, quantity })),
      total,
      complete: isComplete,
    },
  ]);
  return { cheapest_version_id: cheapest?.id ?? null, versions: Object.fromEntries(entries) };
}

const pickApp = createSerializer(appSchema.shape);

export function serializeApp(app: VersionListing['app']): AppInfo {
  return pickApp(app, {
    ...toCurrency(app),
    users_managed_by: app.usersManagedBy ?? 'owner',
    languages: app.languages.length > 0 ? app.languages : undefined,
    list_language: app.listLanguage,
    units: app.units,
    untranslated: app.untranslated,
  });
}

const pickEntry = createSerializer(versionEntrySchema.shape);

function serializeVersionEntry(listed: ListedVersion): VersionEntry {
  const { version, maxUsers, billingPeriods, current, replacedBy, total, trial, decision } = listed;
  return pickEntry(version, {
    max_users: maxUsers,
    billing_periods: billingPeriods,
    family: version.family || null,
    replaced_by: replacedBy,
    current,
    total,
    trial,
    switch: decision,
    terms: isAgreed(version)
      ? { until: toUnixSeconds(version.until), listed_price: serializePrice(version.listed) }
      : undefined,
    untranslated: version.untranslated,
  });
}

const pickMatrixFeature = createSerializer(matrixFeatureSchema.shape);

function serializeMatrixFeature(row: MatrixRow): MatrixFeature {
  const offers = Object.entries(row.addOns).map(([id, placements]) => {
    const { addOn, price } = placements[0]!;
    const ids = placements.map((placement) => placement.addOn.id);
    return [id, { title: addOn.title, ...serializePrice(price), ids }];
  });
  return pickMatrixFeature(row, {
    id: row.humanId,
    lower_is_better: row.betterAmount === 'lower',
    versions: row.included,
    offers: Object.fromEntries(offers),
    untranslated: listUntranslated(row, ['title', 'description', 'group'], {
      values: Object.entries(row.values).map(([id, value]) => ({ ...noAmount, ...row.amounts[id], value })),
    }),
  });
}

const noAmount = { amount: null, unlimited: false };

/** The names of the fields of a feature that are in the language of the price list, and of those with one of these values. */
function listUntranslated(
  feature: Partial<Pick<Entitlement['feature'], 'untranslated' | 'translation'>>,
  names: string[],
  values: Record<string, FeatureValue[]>,
): string[] | undefined {
  if (!feature.translation) return undefined;
  const fields = names.filter((name) => feature.untranslated?.includes(name));
  for (const [name, contents] of Object.entries(values))
    if (contents.some((content) => isUntranslated(feature, content))) fields.push(name);
  return fields.length > 0 ? fields : undefined;
}

type FeatureValue = Pick<Entitlement, keyof FeatureAmount | 'value'>;

export const serializePrice = createSerializer(priceFields);

const pickAddOn = createSerializer(addOnFields);

export function serializeAddOn({ addOn, prices, effects, dependsOn, excludes }: ListedAddOn): AddOn {
  const range = getQuantityRange(addOn);
  return pickAddOn(
    { ...addOn, dependsOn, excludes },
    {
      features: effects.filter(({ effect }) => effect === 'include').map(serializeEffect),
      limits: effects.flatMap(({ effect, ...rest }) => {
        if (effect === 'include') return [];
        const { id, title, is_limit, ...content } = serializeEffect(rest);
        const versions = Object.fromEntries(
          prices.flatMap(({ versionId }) => {
            const { amount, unlimited } = rest.byVersion?.[versionId] ?? {};
            return unlimited === undefined ? [] : [[versionId, { amount: amount ?? null, unlimited }]];
          }),
        );
        return [{ id, title, is_limit, change: effect, ...content, versions }];
      }),
      min_quantity: range.min,
      max_quantity: range.max,
      versions: Object.fromEntries(prices.map((price) => [price.versionId, serializePrice(price)])),
      untranslated: addOn.untranslated,
    },
  );
}

function serializeEffect({ feature, isLimit, value, amount, unlimited }: Omit<ListedEffect, 'effect'>) {
  const { humanId, title, unit, period } = feature;
  return { id: humanId, title, is_limit: isLimit, value, amount, unlimited, unit, period };
}

const pickVersion = createSerializer(versionSchema.shape);

/** `GET /app/versions/:id` (spec 2.3, 4.3), without an envelope. */
export function serializeVersion({ version, replacedBy, features }: VersionDetail): Version {
  return pickVersion(version, {
    replaced_by: replacedBy,
    user_fee: version.userFee ?? 0,
    untranslated: version.untranslated?.filter((name) => name in versionSchema.shape),
    features: features.map(({ feature, value, amount, unlimited }) => ({
      id: feature.id,
      title: feature.title,
      human_id: feature.humanId,
      ...serializeContent(feature, { value, amount, unlimited }),
      untranslated: listUntranslated(feature, ['title'], { value: [{ value, amount, unlimited }] }),
    })),
  });
}

/** `GET /account/features`. */
export function serializeAccountFeatures(
  entitlements: ReadonlyMap<string, Entitlement>,
  page: PageQuery,
  view: Pick<CatalogView, 'usage'>,
): AccountFeatures {
  const features = [...entitlements.values()].map(
    ({ feature, isLimit, linkedFeatures, source, ...content }): AccountFeature => ({
      id: feature.humanId,
      title: feature.title,
      is_limit: isLimit,
      ...serializeContent(feature, content),
      ...serializeUsed(view, feature, content),
      linked_features: linkedFeatures,
      source,
      untranslated: listUntranslated(feature, ['title'], { value: [content] }),
    }),
  );
  const { items, next } = slicePage(features, page);
  return toListEnvelope(items, next);
}

/** `GET /account/features/:human_id`, without an envelope. `entitlement` is null for a feature that the account does not have. */
export function serializeFeatureAccess(
  humanId: string,
  known: boolean,
  entitlement: Entitlement | null,
  view: Pick<CatalogView, 'usage'>,
): FeatureAccess {
  const content = entitlement
    ? {
        ...serializeContent(entitlement.feature, entitlement),
        ...serializeUsed(view, entitlement.feature, entitlement),
        untranslated: listUntranslated(entitlement.feature, [], { value: [entitlement] }),
      }
    : noContent;
  const source = entitlement?.source ?? null;
  return { id: humanId, allowed: entitlement !== null, known, ...content, source };
}

function serializeContent(
  feature: Entitlement['feature'],
  content: Pick<Entitlement, keyof FeatureAmount | 'value'>,
) {
  const { value, amount, unlimited } = content;
  const { unit, period } = feature;
  return { value, amount, unlimited, unit, period, renewable: isRenewable(feature) };
}

/** What the account uses of a feature that it has. */
function serializeUsed(
  view: Pick<CatalogView, 'usage'>,
  feature: Entitlement['feature'],
  content: FeatureAmount,
) {
  const used = findUsed(view, feature);
  if (!view.usage || used === null) return {};
  return {
    used,
    remaining: getRemaining(feature, content, used),
    used_at: toUnixSeconds(view.usage.reportedAt),
  };
}

const noContent = {
  value: null,
  amount: null,
  unlimited: false,
  unit: null,
  period: null,
  renewable: null,
};

/** `POST /app/versions` (spec 2.6, 4.2). */
export function serializeSwitch({ entry, changed }: SwitchOutcome): SwitchResult {
  const { id, version, activatedAt, undo, kind } = entry;
  const numbers = kind === 'users' ? ` for ${listNumbers(entry)}` : '';
  const switched = `${undo ? 'Returned' : 'Switched'} to ${version.title}${numbers}.`;
  return toEnvelope(
    { history_id: id, version_id: version.versionId, timestamp: toUnixSeconds(activatedAt) },
    changed ? switched : `The account is already on ${version.title}.`,
  );
}

/** "9 users", "3 sites", "9 users and 3 sites". */
function listNumbers({ version, users, quantity }: SwitchOutcome['entry']): string {
  const count = (n: number, unit: string) => `${n} ${pluralizeUnit(unit, n)}`;
  const numbers = [
    ...(quantity === null || version.userFee ? [count(users, 'user')] : []),
    ...(quantity === null ? [] : [count(quantity, version.feeUnit ?? 'unit')]),
  ];
  return numbers.join(' and ');
}

const pickPreview = createSerializer(switchPreviewSchema.shape.data.shape);

/** `GET /app/versions/:id/preview`. */
export function serializeSwitchPreview(preview: domain.SwitchPreview): SwitchPreview {
  const { before, after, from, to, changes, addOns, totals, replacedBy } = preview;
  const decision = toSwitchDecision(preview);
  const { catalog } = preview.view;
  const { app } = catalog;
  return toEnvelope(
    pickPreview(
      { ...decision, ...changes },
      {
        ...serializeUsedLimits(preview, changes),
        period_end_only: decision.period_end_only,
        trial_available: decision.trial_available,
        from: from && serializePricedVersion(from, replacedBy.from),
        to: serializePricedVersion(to, replacedBy.to),
        difference: subtractPrices(from && serializePrice(from), serializePrice(to), app.billingPeriod),
        billing_period: after.billingPeriod,
        previous_billing_period: before.version && before.billingPeriod,
        billing_periods: listBillingPeriods(serializePrice(to), app.billingPeriod),
        users: after.users,
        previous_users: before.users,
        quantity: after.quantity,
        previous_quantity: before.quantity,
        options: addOns.map((addOn) => serializePreviewedAddOn(addOn, catalog)),
        confirmation_required: preview.needsConfirmation,
        ...serializeScheduled(preview),
        ends_terms: preview.endedTerms && serializeTerms(preview.endedTerms),
        revision: preview.revision,
        trial: serializeTrial(preview),
        previous_trial_ends_at: toUnixSeconds(before.trialEndsAt),
        totals: { before: totals.before, after: totals.after! },
        terms_end: serializeTermsEnd(preview.termsEnd),
      },
    ),
  );
}

/** What is paid from the end of terms, in a preview. */
export function serializeTermsEnd(end: domain.ChangePreview['termsEnd']): SwitchPreview['data']['terms_end'] {
  if (!end?.after) return null;
  const { at, before, after } = end;
  return { at: toUnixSeconds(at), totals: { before, after } };
}

/** What the account uses of the limits that a preview lists. */
export function serializeUsedLimits(
  { view, before, after }: Pick<domain.ChangePreview, 'view' | 'before' | 'after'>,
  { lost, lowered }: Pick<FeatureChanges, 'lost' | 'lowered'>,
) {
  if (!view.usage) return { lost, lowered, exceeded_limits: undefined };
  const limits = new Map(listLimitUsage(after, view).map((limit) => [limit.feature.humanId, limit]));
  const describe = <Ref extends { id: string }>(ref: Ref) => {
    const limit = limits.get(ref.id);
    return limit ? { ...ref, usage: limit.used, exceeded: getExcess(limit) > 0 } : ref;
  };
  return {
    lost: lost.map(describe),
    lowered: lowered.map(describe),
    exceeded_limits: listExceeded(before, after, view).map((limit) => {
      const { allowed, ...fields } = serializeLimitUsage(limit);
      return { ...fields, allowed: allowed ?? 0, exceeding: limit.feature.exceeding };
    }),
  };
}

function serializeLimitUsage({ feature, used, allowed }: LimitUsage) {
  const { humanId: id, title, unit, period } = feature;
  return { id, title, used, allowed, unit, period };
}

/** The trial that a change starts, and another one ends. */
function serializeTrial({
  view: { catalog },
  totals: chosen,
  trialEnd,
  trialTotals,
  trialAddOns,
}: domain.SwitchPreview): SwitchPreview['data']['trial'] {
  if (!trialEnd) return null;
  const { before, to, totals } = trialEnd;
  return {
    ends_at: toUnixSeconds(before.trialEndsAt ?? 0),
    next_version: { id: to.versionId, title: to.title },
    total: totals.after!,
    chosen_total: chosen.after!,
    options_total: trialTotals.after,
    options: trialAddOns.map((addOn) => ({
      ...serializePreviewedAddOn(addOn, catalog),
      paid: addOn.isPaid,
      price_increased: addOn.isDearer,
    })),
  };
}

/** The change that is scheduled, if a previewed one ends or joins it. */
export function serializeScheduled({ superseded, joined, view: { catalog } }: domain.ChangePreview) {
  return {
    supersedes: superseded && serializeScheduledChange(superseded, catalog),
    joins: joined && serializeScheduledChange(joined, catalog),
  };
}

function serializeScheduledChange(
  { id, versionId, effectiveAt, origin }: NonNullable<domain.ChangePreview['superseded']>,
  { versions }: CatalogView['catalog'],
) {
  const title = versions.find((version) => version.id === versionId)?.title ?? '';
  return { id, version: { id: versionId, title }, effective_at: toUnixSeconds(effectiveAt ?? 0), origin };
}

const serializeVersionContent = createSerializer(versionContent);

/** A version in a preview. */
export function serializePricedVersion(version: domain.SwitchPreview['to'], replacedBy: string | null) {
  const { versionId: id, title } = version;
  return { id, title, replaced_by: replacedBy, ...serializeVersionContent(version) };
}

function serializePreviewedAddOn(
  changed: ChangedAddOn,
  catalog: CatalogView['catalog'],
): SwitchPreview['data']['options'][number] {
  const { outcome, before, after, message } = changed;
  const own = (after ?? before)!;
  const earlier = (before ?? after)!;
  return {
    id: own.id,
    ...(isReplaced(changed) && { previous_id: earlier.id }),
    title: own.title,
    outcome: outcome as SwitchPreview['data']['options'][number]['outcome'],
    quantity: own.quantity,
    ...(earlier.quantity !== own.quantity && { previous_quantity: earlier.quantity }),
    ...serializePrice(own.price),
    billing_period: after?.billingPeriod ?? null,
    message,
    features: listFeatures(catalog, own.addOn),
    previous: { ...serializePrice(earlier.price), billing_period: earlier.billingPeriod },
  };
}

/** `POST /api/portal/sessions`. */
export function serializePortalToken({ id, secret, expiresAt }: CreatedSession): PortalToken {
  return toEnvelope(
    { session_id: id, token: secret, expires: toUnixSeconds(expiresAt) },
    'The token expires in 15 minutes.',
  );
}

export function serializeCredentialUser(caller: AccountCaller): CredentialUser {
  const { account, role, actor, expiresAt } = caller;
  return toEnvelope({
    account_id: account.id,
    role,
    name: actor.name,
    user_id: actor.userId ?? null,
    expires: toUnixSeconds(expiresAt ?? null),
  });
}

export function serializePortalSession({ id, link, expiresAt }: PortalLink, origin: string): PortalSession {
  return toEnvelope(
    { session_id: id, url: `${origin}/enter?link=${link}`, expires: toUnixSeconds(expiresAt) },
    'The link works once and expires in 5 minutes.',
  );
}
