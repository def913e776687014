import {
  decideAddOns,
  getPeriod,
  listPeriods,
  type ModelAddOn,
  type ModelAddOnChange,
  type ModelPeriod,
  type ModelPrice,
  type ModelSwitchedAddOn,
  recordSwitchedAddOns,
} from './add-on-model';

/**
 * A reference implementation of version switches: arrays in memory, without a database and without code of the service.
 * switch-model.db.test.ts runs random commands on the model and on the service and compares the results.
 */

/** A feature without an amount, a feature on add-on, or an amount. */
export type ModelContent = 'included' | 'optional' | 'unlimited' | number;

export interface ModelVersion {
  id: string;
  /** Equal for the versions that replaced each other. */
  plan: string;
  /** Whether another version has replaced it. */
  replaced: boolean;
  tag: string;
  title: string;
  description: string;
  fee: number | null;
  userFee: number | null;
  annualFee: number | null;
  active: boolean;
  public: boolean;
  entryBlocker: string | null;
  exitBlocker: string | null;
  /** Contents by human id of the feature. Features that the version does not have are absent. */
  contents: Record<string, ModelContent>;
}

interface ModelFeature {
  humanId: string;
  title: string;
}

/** The content of a version at a time. */
export interface ModelSnapshot {
  versionId: string;
  tag: string;
  title: string;
  description: string;
  fee: number | null;
  userFee: number | null;
  annualFee: number | null;
  features: (ModelFeature & { content: ModelContent })[];
}

export interface ModelEntry {
  sequence: number;
  /** Unix milliseconds. */
  activatedAt: number;
  direction: 'upgrade' | 'downgrade' | 'none';
  version: ModelSnapshot;
  previous: ModelSnapshot | null;
  reason: string | null;
  period: ModelPeriod;
  undo: boolean;
  options: {
    addOnId: string;
    outcome: ModelSwitchedAddOn['outcome'];
    quantity: number;
    fee: number | null;
  }[];
}

/** What an account had before a switch, and the number of changes of its add-ons after it. */
export interface ModelUndoState {
  period: ModelPeriod;
  /** Add-ons by id. */
  addOns: Map<string, ModelPrice & { quantity: number }>;
  addOnCount: number;
}

interface ModelIdempotencyRecord {
  request: string;
  /** The value is null for an add-on. */
  entry: ModelEntry | null;
  addOnChange: ModelAddOnChange | null;
  changed: boolean;
  /** The error, and what the user had confirmed, of a request that was rejected. It is null for one that was not. */
  rejection: { errorCode: string; confirmed: string | null } | null;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** A change that waits, or has ended. */
export interface ModelChange {
  /** The service generates it. Empty until then. */
  id: string;
  /** The value is null for the owner. */
  member: number | null;
  versionId: string;
  period: ModelPeriod;
  /** Unix milliseconds. */
  effectiveAt: number | null;
  expiresAt: number | null;
  reason: string | null;
  state: 'scheduled' | 'waiting' | 'applied' | 'canceled' | 'declined' | 'superseded' | 'expired';
  isDecided: boolean;
  /** The switch that applied it. */
  entry: ModelEntry | null;
  confirmed: {
    from: ModelSnapshot | null;
    to: ModelSnapshot;
    addOns: ModelSwitchedAddOn[];
    pays: ReturnType<typeof comparePay>;
  };
}

export interface ModelAccount {
  id: string;
  externalId: string;
  /** Oldest first. */
  history: ModelEntry[];
  addOnHistory: ModelAddOnChange[];
  /** Oldest first. */
  changes: ModelChange[];
  /** States of each entry but the first. */
  undoStates: Map<ModelEntry, ModelUndoState>;
  /** The period that the account is billed for. */
  period: ModelPeriod;
  /** Ids of the versions that are granted to the account. */
  granted: Set<string>;
  /** Records by idempotency key. */
  idempotencyRecords: Map<string, ModelIdempotencyRecord>;
  /** The time of its clock in Unix milliseconds. It is null if it has none. */
  clockAt: number | null;
  /** What it uses of `limitedFeature`, and when. */
  usage: { amount: number; at: number };
}

/** The human ID of the feature below whose usage no change is possible. No add-on adds it. */
export const limitedFeature = 'feature-2';

/** A content of a version, from a publication on. */
export interface ModelPublishedContent {
  content: ModelSnapshot;
  /** The value is null for the first known content. */
  previous: ModelSnapshot | null;
  /** Unix milliseconds. */
  changedAt: number;
}

/** What a publication has changed of the price of an add-on for a version. It is null where it is not offered. */
export interface ModelPublishedPrice {
  addOnId: string;
  versionId: string;
  before: ModelPrice | null;
  after: ModelPrice | null;
  /** Unix milliseconds. */
  changedAt: number;
}

export interface Model {
  /** In the order of the list. */
  versions: ModelVersion[];
  features: ModelFeature[];
  /** In catalog order. */
  addOns: ModelAddOn[];
  accounts: ModelAccount[];
  /** Oldest first. */
  publishedContents: ModelPublishedContent[];
  publishedPrices: ModelPublishedPrice[];
  /** The prices of each add-on after the last publication, by version ID. */
  knownPrices: Map<ModelAddOn, Map<string, ModelPrice>>;
  /** Contents by version ID, before the first publication. */
  initialContents: Map<string, ModelSnapshot>;
  /** The current time in Unix milliseconds. */
  now: number;
}

export interface ModelSwitchInput {
  versionId: string;
  /** The value is null for the default. */
  period: ModelPeriod | null;
  reason: string | null;
  idempotencyKey: string | null;
  /** The evaluation that the user confirmed, as `describeEvaluation` returned it. It is null for a switch in any case. */
  confirmed: string | null;
}

export type ModelOutcome = { errorCode: string } | { entry: ModelEntry; changed: boolean; replayed: boolean };

const dayMs = 24 * 60 * 60 * 1000;

/** When a change was made by the clock that publications have. That of an account with a clock differs. */
const recordedTimes = new WeakMap<ModelEntry | ModelAddOnChange, number>();

export function getRecordedTime(change: ModelEntry | ModelAddOnChange): number {
  return recordedTimes.get(change) ?? ('activatedAt' in change ? change.activatedAt : change.changedAt);
}

/** The same of the account's last change. */
export function getLastRecordedTime({ history, addOnHistory }: ModelAccount): number {
  return Math.max(
    0,
    ...[history.at(-1), addOnHistory.at(-1)].map((last) => (last ? getRecordedTime(last) : 0)),
  );
}

/** Records the time of a change that the account does not have yet. */
export function recordTime(model: Model, account: ModelAccount, change: ModelEntry | ModelAddOnChange): void {
  if (account.clockAt === null) return;
  recordedTimes.set(change, Math.max(model.now, getLastRecordedTime(account)));
}

/** The time of an account. */
export function getTime({ now }: Model, { clockAt }: ModelAccount): number {
  return clockAt ?? now;
}

/** The unexpired record of an idempotency key. */
export function findRecord(model: Model, account: ModelAccount, key: string | null) {
  const stored = key === null ? undefined : account.idempotencyRecords.get(key);
  return stored && stored.expiresAt > getTime(model, account) ? stored : undefined;
}

export function storeRecord(
  model: Model,
  account: ModelAccount,
  key: string | null,
  record: Omit<ModelIdempotencyRecord, 'expiresAt'>,
): void {
  if (key === null) return;
  const now = getTime(model, account);
  // An expired record does not become valid again when the clock is set back.
  for (const [each, { expiresAt }] of account.idempotencyRecords) {
    if (expiresAt <= now) account.idempotencyRecords.delete(each);
  }
  account.idempotencyRecords.set(key, { ...record, expiresAt: now + dayMs });
}

/** Stores an error under a key, whose rejection of another request it replaces. */
export function storeRejection(
  model: Model,
  account: ModelAccount,
  key: string | null,
  request: string,
  rejection: NonNullable<ModelIdempotencyRecord['rejection']>,
): { errorCode: string } {
  const stored = findRecord(model, account, key);
  if (!stored || stored.rejection) {
    storeRecord(model, account, key, {
      request,
      entry: null,
      addOnChange: null,
      changed: false,
      rejection,
    });
  }
  return { errorCode: rejection.errorCode };
}

/** The time of the account's last change. */
export function getLastChangeTime({ history, addOnHistory }: ModelAccount): number {
  return Math.max(0, history.at(-1)?.activatedAt ?? 0, addOnHistory.at(-1)?.changedAt ?? 0);
}

/** The period that a switch bills for. */
export function getSwitchPeriod(
  model: Model,
  account: ModelAccount,
  target: ModelVersion,
  requested: ModelPeriod | null,
): ModelPeriod {
  if (requested || getCurrentVersion(model, account) === target) return requested ?? account.period;
  const periods: ModelPeriod[] = listPeriods(target);
  return periods.includes(account.period) ? account.period : (periods[0] ?? account.period);
}

/** Switches an account as its owner. */
export function applySwitch(model: Model, account: ModelAccount, input: ModelSwitchInput): ModelOutcome {
  const { versionId, period: requested, reason, idempotencyKey, confirmed } = input;
  const request = JSON.stringify([versionId, requested, reason]);
  const first = findRecord(model, account, idempotencyKey);
  if (first?.entry && first.request === request) {
    return { entry: first.entry, changed: first.changed, replayed: true };
  }
  const stored = first?.request === request ? first.rejection : null;
  if (stored?.confirmed === confirmed) return { errorCode: stored.errorCode };
  const reject = (errorCode: string) =>
    storeRejection(model, account, idempotencyKey, request, { errorCode, confirmed });

  const target = findVisibleVersion(model, account, 'owner', versionId);
  if (!target) return reject('version_not_found');
  if (confirmed !== null && confirmed !== describeEvaluation(model, account, 'owner', target, requested)) {
    return reject('preview_stale');
  }
  if (first && !first.rejection) return { errorCode: 'idempotency_key_reused' };
  const [blocker] = findBlockers(model, account, 'owner', target, requested);
  if (blocker) return reject(blocker.code);

  const last = account.history.at(-1);
  const period = getSwitchPeriod(model, account, target, requested);
  const changed = getCurrentVersion(model, account)?.id !== target.id || period !== account.period;
  const addOns = decideSwitchAddOns(model, account, target, period);
  const entry =
    changed || !last ? createEntry(model, account, target, { reason, period, undo: false, addOns }) : last;
  if (changed) {
    recordEntry(account, entry, addOns);
  }
  storeRecord(model, account, idempotencyKey, {
    request,
    entry,
    addOnChange: null,
    changed,
    rejection: null,
  });
  return { entry, changed, replayed: false };
}

/** Appends a history entry with what it does to add-ons. */
export function recordEntry(account: ModelAccount, entry: ModelEntry, addOns: ModelSwitchedAddOn[]): void {
  const { period, activatedAt: changedAt } = entry;
  const wereOn = addOns.filter(({ outcome }) => outcome !== 'restored');
  const changes = recordSwitchedAddOns(account.addOnHistory, addOns, { period, changedAt });
  for (const change of changes) recordedTimes.set(change, getRecordedTime(entry));
  account.undoStates.set(entry, {
    period: account.period,
    addOns: new Map(wereOn.map(({ last, quantity, before }) => [last.addOnId, { ...before, quantity }])),
    addOnCount: account.addOnHistory.length,
  });
  account.history.push(entry);
  account.period = period;
  supersedeChanges(account, entry.version.versionId, period);
}

export const isOpen = ({ state }: ModelChange) => state === 'scheduled' || state === 'waiting';

/** What a switch of an account ends. */
export function supersedeChanges(account: ModelAccount, versionId: string, period: ModelPeriod): void {
  for (const change of account.changes.filter(isOpen)) {
    const isOther = change.versionId !== versionId || change.period !== period;
    if (change.state === 'waiting' && change.member !== null && isOther) continue;
    change.state = 'superseded';
  }
}

export function decideSwitchAddOns(
  model: Model,
  account: ModelAccount,
  target: ModelVersion,
  period: ModelPeriod,
): ModelSwitchedAddOn[] {
  return decideAddOns(model.addOns, account.addOnHistory, getCurrentVersion(model, account), target, period);
}

export function createEntry(
  model: Model,
  account: ModelAccount,
  target: ModelVersion,
  { addOns, ...fields }: Pick<ModelEntry, 'reason' | 'period' | 'undo'> & { addOns: ModelSwitchedAddOn[] },
): ModelEntry {
  const current = getCurrentVersion(model, account);
  const entry: ModelEntry = {
    sequence: account.history.length + 1,
    activatedAt: Math.max(getTime(model, account), getLastChangeTime(account)),
    direction: getDirection(model, account, target, { ...fields, addOns }),
    version: takeSnapshot(model, target),
    previous: current && takeSnapshot(model, current),
    ...fields,
    options: addOns.map(({ last, outcome, quantity, after }) => ({
      addOnId: last.addOnId,
      outcome,
      quantity,
      fee: after.fee,
    })),
  };
  recordTime(model, account, entry);
  return entry;
}

/** Everything that the decision about a switch is based on, as text. Previews with equal texts have the same revision. */
export function describeEvaluation(
  model: Model,
  account: ModelAccount,
  role: string,
  target: ModelVersion,
  requested: ModelPeriod | null,
): string {
  const current = getCurrentVersion(model, account);
  const from = current && takeSnapshot(model, current);
  const blockers = findBlockers(model, account, role, target, requested);
  const period = getSwitchPeriod(model, account, target, requested);
  const periods = [account.period, period];
  const options = decideSwitchAddOns(model, account, target, period).map(
    ({ last, outcome, before, after }) => {
      const fees = [before.fee, before.annualFee, after.fee, after.annualFee];
      return [account.id, last.sequence, outcome, ...fees];
    },
  );
  const to = takeSnapshot(model, target);
  const scheduled = account.changes.find(({ state }) => state === 'scheduled')?.id ?? null;
  return JSON.stringify([account.history.length, from, to, blockers, periods, options, scheduled]);
}

/** The reasons why an account cannot switch, in the order of the API. `message` is that of the version if it has one. */
export function findBlockers(
  model: Model,
  account: ModelAccount,
  role: string,
  target: ModelVersion,
  requested: ModelPeriod | null,
): { code: string; message: string | null }[] {
  const current = getCurrentVersion(model, account);
  const periods: ModelPeriod[] = listPeriods(target);
  const isOnRequest = periods.length === 0;
  const isUnavailable = requested !== null && !periods.includes(requested);
  const exit = current?.exitBlocker ?? null;
  const entry = target.entryBlocker;
  return [
    { code: 'forbidden', applies: role !== 'owner', message: null },
    { code: 'version_inactive', applies: !target.active, message: null },
    { code: 'exit_restricted', applies: exit !== null && current?.plan !== target.plan, message: exit },
    { code: 'entry_restricted', applies: entry !== null, message: entry },
    { code: 'price_on_request', applies: isOnRequest, message: null },
    {
      code: 'billing_period_unavailable',
      applies: isUnavailable && (current === target ? requested !== account.period : !isOnRequest),
      message: null,
    },
    {
      code: 'usage_exceeds_limit',
      applies: !isOnRequest && exceedsUsage(account, current, target),
      message: `${account.usage.amount} of ${target.contents[limitedFeature]}`,
    },
  ].flatMap(({ code, applies, message }) =>
    applies && (current !== target || ['forbidden', 'billing_period_unavailable'].includes(code))
      ? [{ code, message }]
      : [],
  );
}

/** Whether a version allows less than what the account uses, and less than before. */
export function exceedsUsage(
  { usage }: ModelAccount,
  before: ModelVersion | null,
  after: ModelVersion,
): boolean {
  const getExcess = (version: ModelVersion) => {
    const content = version.contents[limitedFeature] ?? 'optional';
    if (content === 'included' || content === 'unlimited') return 0;
    return Math.max(0, usage.amount - (content === 'optional' ? 0 : content));
  };
  return getExcess(after) > (before ? getExcess(before) : 0);
}

interface SwitchEffect {
  period: ModelPeriod;
  addOns: ModelSwitchedAddOn[];
}

/** By what the account pays in a year, else by what it gains and loses, else by the order of the list. */
export function getDirection(
  model: Model,
  account: ModelAccount,
  target: ModelVersion,
  { period, addOns }: SwitchEffect,
): ModelEntry['direction'] {
  const current = getCurrentVersion(model, account);
  if (!current) return 'none';
  const on = listOn(addOns);
  const pays = comparePay(model, account, target, { period, addOns });
  if (pays === 'more') return 'upgrade';
  if (pays === 'less') return 'downgrade';
  if (current.plan === target.plan) return 'none';
  const [had, has] = [getContents(model, current, on.before), getContents(model, target, on.after)];
  const isMore = (a: ModelContent | undefined, b: ModelContent | undefined) =>
    (a === undefined && b !== undefined) ||
    (typeof a === 'number' && (b === 'unlimited' || (typeof b === 'number' && b > a)));
  const gains = model.features.some(({ humanId }) => isMore(had[humanId], has[humanId]));
  const loses = model.features.some(({ humanId }) => isMore(has[humanId], had[humanId]));
  const isLater = model.versions.indexOf(target) > model.versions.indexOf(current);
  return (gains === loses ? isLater : gains) ? 'upgrade' : 'downgrade';
}

function listOn(addOns: ModelSwitchedAddOn[]) {
  return {
    before: addOns.filter(({ outcome }) => outcome !== 'restored'),
    after: addOns.filter(({ outcome }) => outcome === 'kept' || outcome === 'restored'),
  };
}

/** Whether the account pays more or less in a year after a switch. */
export function comparePay(
  model: Model,
  account: ModelAccount,
  target: ModelVersion,
  { period, addOns }: SwitchEffect,
): 'more' | 'less' | 'same' | 'unknown' {
  const current = getCurrentVersion(model, account);
  const on = listOn(addOns);
  const before = addPrices([
    current ? payYearly(current, account.period) : 0,
    ...on.before.map((each) => payYearly(each.before, account.period, each.quantity)),
  ]);
  const after = addPrices([
    payYearly(target, period),
    ...on.after.map((each) => payYearly(each.after, period, each.quantity)),
  ]);
  if (before === null || after === null) return 'unknown';
  if (before === after) return 'same';
  return after > before ? 'more' : 'less';
}

/** What is paid in a year. It is null if it is not known. */
function payYearly(
  price: ModelPrice & { userFee?: number | null },
  period: ModelPeriod,
  quantity = 1,
): number | null {
  const paid = getPeriod(price, period);
  if (paid === null) return null;
  if (paid === 'year') return (price.annualFee ?? 0) * quantity;
  return ((price.fee ?? 0) + (price.userFee ?? 0)) * 12 * quantity;
}

const addPrices = (prices: (number | null)[]) =>
  prices.reduce((sum, price) => (sum === null || price === null ? null : sum + price), 0);

/** What a version includes, with the features of add-ons. */
function getContents(
  { addOns }: Model,
  { contents }: ModelVersion,
  on: ModelSwitchedAddOn[],
): Record<string, ModelContent | undefined> {
  const included = Object.fromEntries(
    Object.entries(contents).filter(([, content]) => content !== 'optional'),
  );
  const added = on.flatMap(({ last }) => addOns.find(({ id }) => id === last.addOnId)?.feature ?? []);
  return { ...Object.fromEntries(added.map((feature) => [feature, 'included' as const])), ...included };
}

export function getCurrentVersion(model: Model, account: ModelAccount): ModelVersion | null {
  const id = account.history.at(-1)?.version.versionId;
  return model.versions.find((version) => version.id === id) ?? null;
}

/** The version with an id, in any case, or null if the account may not see it. */
export function findVisibleVersion(
  model: Model,
  account: ModelAccount,
  role: string,
  id: string,
): ModelVersion | null {
  const version = model.versions.find((each) => each.id === id.toLowerCase());
  return version && isVisible(model, account, role, version) ? version : null;
}

/** The versions that the list contains, in order. */
export function getListedVersions(model: Model, account: ModelAccount, role: string): ModelVersion[] {
  const current = getCurrentVersion(model, account);
  return model.versions.filter(
    (version) => (version.active || version === current) && isVisible(model, account, role, version),
  );
}

function isVisible(model: Model, account: ModelAccount, role: string, version: ModelVersion): boolean {
  const isOwn = version === getCurrentVersion(model, account) || account.granted.has(version.id);
  return version.public || isOwn || role === 'product';
}

export function takeSnapshot(model: Model, version: ModelVersion): ModelSnapshot {
  const { id, tag, title, description, fee, userFee, annualFee, contents } = version;
  const features = model.features.flatMap((feature) => {
    const isOffered = model.addOns.some((addOn) => addOn.feature === feature.humanId && addOn.prices.has(id));
    const content = contents[feature.humanId] ?? (isOffered ? 'optional' : undefined);
    return content === undefined ? [] : [{ ...feature, content }];
  });
  return { versionId: id, tag, title, description, fee, userFee, annualFee, features };
}

/** Human ids of the included features that a switch adds, removes, keeps, and keeps with another amount. */
export function getFeatureChanges({ previous, version }: Pick<ModelEntry, 'previous' | 'version'>) {
  const getIncluded = (snapshot: ModelSnapshot | null) =>
    (snapshot?.features ?? []).filter(({ content }) => content !== 'optional').map(({ humanId }) => humanId);
  const [before, after] = [getIncluded(previous), getIncluded(version)];
  const kept = after.filter((id) => before.includes(id));
  /** The value is null without an amount. */
  const getAmount = (snapshot: ModelSnapshot | null, id: string) => {
    const content = snapshot?.features.find(({ humanId }) => humanId === id)?.content;
    if (content === 'unlimited') return Number.POSITIVE_INFINITY;
    return typeof content === 'number' ? content : null;
  };
  const filterKept = (matches: (was: number | null, is: number | null) => boolean) =>
    kept.filter((id) => matches(getAmount(previous, id), getAmount(version, id)));
  return {
    gained: after.filter((id) => !before.includes(id)),
    lost: before.filter((id) => !after.includes(id)),
    kept,
    raised: filterKept((was, is) => was !== null && is !== null && is > was),
    lowered: filterKept((was, is) => was !== null && is !== null && is < was),
    changed: filterKept((was, is) => (was === null) !== (is === null)),
  };
}
