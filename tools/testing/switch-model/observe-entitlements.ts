import { expect } from 'vitest';
import { getCachedCredential } from '@/lib/cache/cached-queries';
import { resolveCredential } from '@/lib/db/access';
import { hashSecret } from '@/lib/db/connection/secret';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { getHistoryAt } from '@/lib/domain/history/history';
import type { Model, ModelAccount } from './model';
import { createCaller, type Real } from './real-system';

/** Asserts that the cache has what the database has of the accounts: after a change, it keeps the state that follows. */
export async function assertCachedStates({ accounts }: Model, { service, appKey }: Real): Promise<void> {
  for (const { id } of accounts) {
    const cached = await getCachedCredential(service, 'avk', appKey, id);
    const stored = await resolveCredential(service.pool, 'key', hashSecret(appKey), id);
    expect(cached?.accountState).toEqual(stored?.accountState);
  }
}

/** What an account was entitled to by its version at a time. */
interface Observation {
  account: ModelAccount;
  /** Unix milliseconds. */
  at: number;
  versionId: string | null;
  /** Contents by human ID. */
  content: Map<string, { value: string | null; amount: number | null; unlimited: boolean }>;
  /** Human IDs of what add-ons added or changed. */
  fromAddOns: Set<string>;
}

/** Records the entitlements of the accounts over time, to compare them with the history later. */
export class EntitlementObserver {
  #observations: Observation[] = [];
  /** The number of switches and publications that have been observed, for each account. */
  readonly #observedCounts = new Map<ModelAccount, { switches: number; publications: number }>();

  constructor(
    private readonly model: Model,
    private readonly real: Real,
  ) {}

  /** Observes the accounts whose entitlements may have changed. */
  async observe(): Promise<void> {
    const { accounts, publishedContents, now } = this.model;
    const publishedAt = publishedContents.at(-1)?.changedAt ?? 0;
    for (const account of accounts) {
      // The time of its clock can be the same before and after a publication.
      if (account.clockAt !== null) {
        this.#observations = this.#observations.filter((each) => each.account !== account);
        continue;
      }
      const switchedAt = account.history.at(-1)?.activatedAt ?? 0;
      const counts = { switches: account.history.length, publications: publishedContents.length };
      const observed = this.#observedCounts.get(account) ?? { switches: -1, publications: -1 };
      if (observed.switches === counts.switches && observed.publications === counts.publications) continue;
      // With a clock that was set back, a change is before what was observed. A command can make both kinds.
      const changedAt = Math.min(
        account.history[observed.switches]?.activatedAt ?? Number.POSITIVE_INFINITY,
        publishedContents[observed.publications]?.changedAt ?? Number.POSITIVE_INFINITY,
      );
      this.#observations = this.#observations.filter(
        (each) => each.account !== account || each.at < changedAt,
      );
      this.#observedCounts.set(account, counts);
      this.#observations.push(await this.#read(account, Math.max(now, switchedAt, publishedAt)));
    }
  }

  async #read(account: ModelAccount, at: number): Promise<Observation> {
    const view = await readCatalogView(this.real.service, this.real.app.id, account.id);
    const entitlements = [...listEntitlements(view)];
    return {
      account,
      at,
      versionId: view.state.current?.versionId ?? null,
      content: new Map(
        entitlements.flatMap(([humanId, { source, value, amount, unlimited }]) =>
          source === 'version' ? [[humanId, { value, amount, unlimited }]] : [],
        ),
      ),
      fromAddOns: new Set(
        entitlements.flatMap(([humanId, { source }]) => (source === 'option' ? humanId : [])),
      ),
    };
  }

  /** Asserts that the history has the same for each time. Returns the number of observations. */
  async assertHistory(): Promise<number> {
    for (const { account, at, versionId, content, fromAddOns } of this.#observations) {
      const { entries } = await getHistoryAt(
        this.real.service,
        createCaller(this.real, account),
        new Date(at),
      );
      const version = entries[0]?.entry.version;
      const recorded = (version?.features ?? []).flatMap(({ human_id, kind, value, limit }) =>
        kind === 'included' && !fromAddOns.has(human_id)
          ? [
              [
                human_id,
                { value, amount: limit?.amount ?? null, unlimited: limit?.unlimited ?? false },
              ] as const,
            ]
          : [],
      );
      expect({ versionId: version?.versionId ?? null, content: new Map(recorded) }).toEqual({
        versionId,
        content,
      });
    }
    return this.#observations.length;
  }
}
