/**
 * What a switch should do, in the plainest terms there are: arrays in memory, no database, none of the service's code.
 * The service is held against it step by step in switch-model.db.test.ts.
 */

export interface ModelVersion {
  id: string;
  tag: string;
  title: string;
  description: string;
  fee: number | null;
  userFee: number | null;
  active: boolean;
  public: boolean;
  entryBlocker: string | null;
  exitBlocker: string | null;
  /** By the feature's human id; one that is not there is not to be had. */
  cells: Record<string, 'included' | 'optional'>;
}

export interface ModelFeature {
  humanId: string;
  title: string;
}

/** A version as it was at a moment. */
export interface Frozen {
  versionId: string;
  tag: string;
  title: string;
  description: string;
  fee: number | null;
  userFee: number | null;
  features: (ModelFeature & { kind: 'included' | 'optional' })[];
}

export interface ModelRecord {
  sequence: number;
  at: number;
  direction: 'upgrade' | 'downgrade' | 'none';
  version: Frozen;
  previous: Frozen | null;
  reason: string | null;
}

interface KeptAnswer {
  body: string;
  record: ModelRecord;
  changed: boolean;
  expires: number;
}

export interface ModelAccount {
  id: string;
  /** Oldest first. */
  history: ModelRecord[];
  granted: Set<string>;
  kept: Map<string, KeptAnswer>;
}

export interface Model {
  versions: ModelVersion[];
  features: ModelFeature[];
  accounts: ModelAccount[];
  /** The database's clock, in Unix milliseconds. */
  clock: number;
}

export interface ModelOrder {
  versionId: string;
  reason: string | null;
  key: string | null;
  /** What the preview showed that the switch was agreed on, as `outlookOf` writes it; null for none. */
  agreedOn: string | null;
}

export type ModelOutcome = { refused: string } | { record: ModelRecord; changed: boolean; replayed: boolean };

const day = 24 * 60 * 60 * 1000;

/** Switches the model's account, or tells by which code it is refused. */
export function switchModel(model: Model, account: ModelAccount, order: ModelOrder): ModelOutcome {
  const body = JSON.stringify([order.versionId, order.reason]);
  const kept = order.key === null ? undefined : account.kept.get(order.key);
  const first = kept && kept.expires > model.clock ? kept : undefined;
  if (first && first.body === body) return { record: first.record, changed: first.changed, replayed: true };

  const target = findVisible(model, account, 'owner', order.versionId);
  if (!target) return { refused: 'version_not_found' };
  if (order.agreedOn !== null && order.agreedOn !== outlookOf(model, account, 'owner', target)) {
    return { refused: 'preview_stale' };
  }
  if (first) return { refused: 'idempotency_key_reused' };
  const [blocker] = blockersOf(model, account, 'owner', target);
  if (blocker) return { refused: blocker.code };

  const last = account.history.at(-1);
  const changed = currentOf(model, account)?.id !== target.id;
  const record = changed || !last ? recordOf(model, account, target, order.reason) : last;
  if (changed) account.history.push(record);
  if (order.key !== null) {
    // Over once is over, also for a clock that is set back later.
    for (const [key, { expires }] of account.kept) if (expires <= model.clock) account.kept.delete(key);
    account.kept.set(order.key, { body, record, changed, expires: model.clock + day });
  }
  return { record, changed, replayed: false };
}

function recordOf(
  model: Model,
  account: ModelAccount,
  target: ModelVersion,
  reason: string | null,
): ModelRecord {
  const current = currentOf(model, account);
  const last = account.history.at(-1);
  return {
    sequence: account.history.length + 1,
    at: Math.max(model.clock, last?.at ?? 0),
    direction: directionOf(model, current, target),
    version: freeze(model, target),
    previous: current && freeze(model, current),
    reason,
  };
}

/** Everything a decision rests on, as text: two previews are of one revision exactly if these are equal. */
export function outlookOf(model: Model, account: ModelAccount, role: string, target: ModelVersion): string {
  const current = currentOf(model, account);
  const from = current && freeze(model, current);
  const blockers = blockersOf(model, account, role, target);
  return JSON.stringify([account.history.length, from, freeze(model, target), blockers]);
}

/** What stands in the way, the first thing first; `text` is the guard's own where it has one. */
export function blockersOf(
  model: Model,
  account: ModelAccount,
  role: string,
  target: ModelVersion,
): { code: string; text: string | null }[] {
  const current = currentOf(model, account);
  const exit = current?.exitBlocker ?? null;
  const entry = target.entryBlocker;
  return [
    { code: 'forbidden', stands: role !== 'owner', text: null },
    { code: 'version_inactive', stands: !target.active, text: null },
    { code: 'exit_restricted', stands: exit !== null, text: exit },
    { code: 'entry_restricted', stands: entry !== null, text: entry },
    { code: 'price_on_request', stands: target.fee === null && target.userFee === null, text: null },
  ].flatMap(({ code, stands, text }) =>
    stands && (current !== target || code === 'forbidden') ? [{ code, text }] : [],
  );
}

export function directionOf(
  model: Model,
  current: ModelVersion | null,
  target: ModelVersion,
): ModelRecord['direction'] {
  if (!current || current === target) return 'none';
  const price = ({ fee, userFee }: ModelVersion) =>
    fee === null && userFee === null ? Number.POSITIVE_INFINITY : (fee ?? 0) + (userFee ?? 0);
  const [before, after] = [price(current), price(target)];
  const laterInList = model.versions.indexOf(target) > model.versions.indexOf(current);
  return after > before || (after === before && laterInList) ? 'upgrade' : 'downgrade';
}

export function currentOf(model: Model, account: ModelAccount): ModelVersion | null {
  const id = account.history.at(-1)?.version.versionId;
  return model.versions.find((version) => version.id === id) ?? null;
}

/** The version with this id, in any case of letters, if the account may know of it. */
export function findVisible(
  model: Model,
  account: ModelAccount,
  role: string,
  id: string,
): ModelVersion | null {
  const version = model.versions.find((each) => each.id === id.toLowerCase());
  return version && isVisible(model, account, role, version) ? version : null;
}

/** What the list shows, in its order. */
export function listModel(model: Model, account: ModelAccount, role: string): ModelVersion[] {
  const current = currentOf(model, account);
  return model.versions.filter(
    (version) => (version.active || version === current) && isVisible(model, account, role, version),
  );
}

function isVisible(model: Model, account: ModelAccount, role: string, version: ModelVersion): boolean {
  const isOwn = version === currentOf(model, account) || account.granted.has(version.id);
  return version.public || isOwn || role === 'product';
}

export function freeze(model: Model, version: ModelVersion): Frozen {
  const { id, tag, title, description, fee, userFee, cells } = version;
  const features = model.features.flatMap((feature) => {
    const kind = cells[feature.humanId];
    return kind ? [{ ...feature, kind }] : [];
  });
  return { versionId: id, tag, title, description, fee, userFee, features };
}

/** Human ids of what is included after and was not before, and the other way round. */
export function changesOf({ previous, version }: Pick<ModelRecord, 'previous' | 'version'>) {
  const included = (frozen: Frozen | null) =>
    (frozen?.features ?? []).filter(({ kind }) => kind === 'included').map(({ humanId }) => humanId);
  const [before, after] = [included(previous), included(version)];
  return {
    gained: after.filter((id) => !before.includes(id)),
    lost: before.filter((id) => !after.includes(id)),
    kept: after.filter((id) => before.includes(id)),
  };
}
