import { ApiError } from '@/lib/contract/errors';
import { fieldError, invalidParameter, missingParameter } from '@/lib/contract/operations/operation';
import type { TermsRequest } from '@/lib/contract/terms';
import type { Account, AccountKey } from '@/lib/db/accounts';
import { readTenant } from '@/lib/db/connection/tenant';
import type { ChangeOrigin } from '@/lib/db/waiting-changes';
import { type AppCaller, type AppKeyCaller, getChannel } from '../caller';
import { type CatalogView, readCatalogView } from '../catalog/catalog-view';
import type { Terms } from '../catalog/terms';
import { writeNothing } from '../changes/write-waiting-change';
import { findNamedAccount } from '../find-account';
import { showActor } from '../history/actors';
import { getTime, type Service } from '../service';
import { findStateBlockers } from '../subscription/change-rules';
import { type ChangeCaller, commitAccountChange } from '../subscription/commit-account-change';
import { type Evaluation, evaluateChange } from '../subscription/evaluate-change';
import { findHistoryEntry, type HistoryEntry } from '../subscription/history-entry';
import { recordChange } from '../subscription/record-change';

/** The terms of an account, and who set them. */
export interface AgreedTerms {
  terms: Terms;
  agreed: Pick<HistoryEntry, 'activatedAt' | 'actor'>;
}

export interface SetTerms {
  /** It is null if the account has none. */
  agreed: AgreedTerms | null;
  /** What the account breaks since then. */
  problems: { code: string; message: string }[];
}

/** It is null if the account has none. Throws 404 for an unknown account. */
export async function getTerms(
  service: Service,
  caller: AppCaller,
  name: string,
): Promise<AgreedTerms | null> {
  const account = await findAccount(service, caller, name);
  const { state } = await readCatalogView(service, caller.app.id, account.id);
  return findAgreed(service, caller, { appId: caller.app.id, accountId: account.id }, state.terms ?? null);
}

/** Sets what was agreed with an account. Throws 404, 400, 403 and 422. */
export function setTerms(
  service: Service,
  caller: AppKeyCaller,
  name: string,
  request: TermsRequest,
): Promise<SetTerms> {
  return changeTerms(service, caller, name, request.reason, (view) => toTerms(service, view, request));
}

/** Ends what was agreed with an account, if there is something. Throws 404, 400 and 403. */
export function endTerms(
  service: Service,
  caller: AppKeyCaller,
  name: string,
  reason: string | null,
): Promise<SetTerms> {
  return changeTerms(service, caller, name, reason, () => null);
}

async function changeTerms(
  service: Service,
  caller: AppKeyCaller,
  name: string,
  reason: string | null,
  decide: (view: CatalogView) => Terms | null,
): Promise<SetTerms> {
  assertMaySet(caller, reason);
  const account = await findAccount(service, caller, name);
  const { via, app, actor } = caller;
  // Whether it may was decided above. Otherwise it is like the host application.
  const setter: ChangeCaller = { via, app, account, role: 'owner', actor, appKey: true };
  const channel = getChannel(caller);
  let evaluation: Evaluation | undefined;
  await commitAccountChange(service, setter, { ...noHeaders, reason, channel }, ({ view }) => {
    const terms = decide(view);
    if (!terms && !view.state.terms) return writeNothing('');
    if (!view.state.current) {
      throw new ApiError('terms_unavailable', 'The account has no version. Switch it to one first.');
    }
    evaluation = evaluateChange(view, setter, { type: 'set_terms', terms });
    return recordChange(service, { ...setter, origin: getOrigin(caller) }, { channel, reason }, evaluation);
  });
  const key = { appId: caller.app.id, accountId: account.id };
  const { state } = await readCatalogView(service, key.appId, key.accountId);
  return {
    agreed: await findAgreed(service, caller, key, state.terms ?? null),
    problems: evaluation ? findStateBlockers(evaluation).map(({ code, message }) => ({ code, message })) : [],
  };
}

const noHeaders = { ifMatch: null, idempotency: null };

/** Throws 403 for support without permission, and 400 without a reason or a person. */
function assertMaySet({ role, app, appKey }: AppCaller, reason: string | null): void {
  if (appKey || role === 'product') return;
  if (!app.supportSetsTerms) {
    throw new ApiError('forbidden', 'Support can’t set terms. The price list does not allow it.');
  }
  if (!reason) throw fieldError(missingParameter('reason'));
}

function getOrigin({ role, appKey }: AppCaller): ChangeOrigin {
  if (appKey) return 'host';
  return role === 'support' ? 'support' : 'product';
}

function findAccount({ db }: Service, { app }: AppCaller, name: string): Promise<Account> {
  return readTenant(db, { appId: app.id }, (queries) => findNamedAccount(queries, app.id, name));
}

/** Throws 404 for an unknown version, and 400 for unknown features and for times. */
function toTerms(service: Service, { catalog, state }: CatalogView, request: TermsRequest): Terms {
  const { version_id: versionId = null, price = {}, limits = {}, features = {}, until = null } = request;
  if (versionId !== null && !catalog.versions.some(({ id }) => id === versionId)) {
    throw new ApiError('version_not_found', 'Version not found.');
  }
  const known = new Set(catalog.features.map(({ humanId }) => humanId));
  for (const [field, items] of Object.entries({ limits, features })) {
    const unknown = Object.keys(items).filter((id) => !known.has(id));
    if (unknown.length === 0) continue;
    const ids = `${unknown.slice(0, 5).join(', ')} of ${[...known].sort().join(', ')}`;
    throw fieldError(invalidParameter(field, `expected IDs of features and limits, not ${ids}`));
  }
  const now = getTime(service, state);
  const terms: Terms = {
    id: '',
    versionId,
    price: toPrice(price),
    limits,
    features,
    from: request.from === undefined ? Math.floor(now / 1000) * 1000 : request.from * 1000,
    until: until === null ? null : until * 1000,
    reason: request.reason,
    active: false,
  };
  if (terms.until !== null && (terms.until <= now || terms.until <= terms.from)) {
    throw fieldError(invalidParameter('until', 'expected a time in the future, after from'));
  }
  terms.active = terms.from <= now;
  const own = state.terms;
  // A repeated request changes nothing.
  return own && request.from === undefined && own.active ? { ...terms, from: own.from } : terms;
}

function toPrice(price: NonNullable<TermsRequest['price']>): Terms['price'] {
  const { fee, user_fee: userFee, annual_fee: annualFee, annual_user_fee: annualUserFee } = price;
  const fees = Object.entries({ fee, userFee, annualFee, annualUserFee });
  return Object.fromEntries(fees.filter(([, value]) => value !== undefined));
}

async function findAgreed(
  service: Service,
  caller: AppCaller,
  key: AccountKey,
  terms: Terms | null,
): Promise<AgreedTerms | null> {
  if (!terms) return null;
  const found = await findHistoryEntry(service, key, terms.id);
  if (!found) throw new Error(`The entry ${terms.id} of terms is missing from an append-only table.`);
  const { activatedAt, actor } = found.entry;
  return { terms, agreed: { activatedAt, actor: showActor(caller, actor) } };
}
