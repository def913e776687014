import type { App } from '@/lib/db/catalog';
import type { Database } from '@/lib/db/client';
import { withTenant } from '@/lib/db/tenant';
import type { AccountCaller } from '@/lib/domain/caller';
import type { ActivationDetail } from '@/lib/domain/history';
import type { Service } from '@/lib/domain/service';
import { changesOf, type Frozen, type Model, type ModelAccount, type ModelRecord } from './model';

/** The service under test, and the owner's way round it to change the catalogue. */
export interface Real {
  service: Service;
  owner: Database;
  app: App;
  /** Feature ids by human id. */
  featureIds: Map<string, string>;
  /** The database's clock, as the model has it. */
  setClock: (milliseconds: number) => void;
  /** Revisions the service gave, with what each was of by the model's words. */
  revisions: Map<string, string>;
  /** Ids of records, which the service makes and the model only remembers. */
  ids: Map<ModelRecord, string>;
}

export function callerOf(real: Real, account: ModelAccount, role: AccountCaller['role'] = 'owner') {
  const actor = { kind: 'key', id: 'key_1', name: 'Back end' } as const;
  const caller = { via: 'key', app: real.app, account: { id: account.id, title: '' }, role, actor } as const;
  return { ...caller, appKey: false } satisfies AccountCaller;
}

/** Changes the catalogue as its owner does, with or without an account of it. */
export function asOwner<T>(
  { owner, app }: Real,
  accountId: string | null,
  work: Parameters<typeof withTenant<T>>[2],
): Promise<T> {
  return withTenant(owner, { appId: app.id, accountId }, work);
}

/** A record of the service in the model's words, its id apart. */
export function viewRecord({ activation, changes, deactivatedAt }: ActivationDetail) {
  const { sequence, activatedAt, direction, version, previous, reason } = activation;
  return {
    record: {
      sequence,
      at: activatedAt.getTime(),
      direction,
      version: viewFrozen(version),
      previous: previous && viewFrozen(previous),
      reason,
    } satisfies ModelRecord,
    gained: changes.gained.map(({ id }) => id),
    lost: changes.lost.map(({ id }) => id),
    until: deactivatedAt?.getTime() ?? null,
  };
}

/** What `viewRecord` should show for a record of the model. */
export function expectRecord(account: ModelAccount, record: ModelRecord) {
  const { gained, lost } = changesOf(record);
  return { record, gained, lost, until: account.history[record.sequence]?.at ?? null };
}

export function viewFrozen(version: ActivationDetail['activation']['version']): Frozen {
  const { versionId, tag, title, description, fee, userFee, features } = version;
  return {
    versionId,
    tag,
    title,
    description,
    fee,
    userFee,
    features: features.map(({ human_id, title, kind }) => ({ humanId: human_id, title, kind })),
  };
}

/** The account a command means, by any number. */
export function pick<T>(from: T[], number: number): T {
  const chosen = from[number % from.length];
  if (chosen === undefined) throw new Error('There is none to pick.');
  return chosen;
}

export type Step = (model: Model, real: Real) => Promise<void>;
