import type { BenchApp } from './data/make-app';
import type { WireRequest } from './load/wire-request';
import type { Stage } from './stage';

/** How much is measured. */
export interface Extent {
  rounds: number;
  /** Length of a round. */
  seconds: number;
  accounts: number[];
  historyRows: number[];
  /** Reads over which memory is watched, and for how many seconds at most. */
  memoryReads: number;
  memorySeconds: number;
}

export const briefly: Extent = {
  rounds: 4,
  seconds: 0.8,
  accounts: [1e3, 1e5],
  historyRows: [1e4, 2e5],
  memoryReads: 2e5,
  memorySeconds: 12,
};

export const wholly: Extent = {
  rounds: 12,
  seconds: 2,
  accounts: [1e3, 1e4, 1e5, 1e6],
  historyRows: [1e4, 1e5, 1e6, 1e7],
  memoryReads: 1e7,
  memorySeconds: 30 * 60,
};

/** What every measure works with. */
export interface Bench {
  stage: Stage;
  extent: Extent;
  /** 6 versions × 40 features, with accounts 1 to 1,000. */
  app: BenchApp;
  /** Keys of owners, each of an account of its own. */
  ownerKeys: string[];
}

/** Entries in the history of each account. */
export const loadedEntries = 24;

/** Connections of the generator. */
export const connections = 16;

/** Reads of one address, each owner in turn. */
export function ownersReads({ ownerKeys }: Bench, path: string): WireRequest[] {
  return ownerKeys.map((key) => ({ path, headers: { Authorization: `Bearer ${key}` } }));
}

export const listPath = '/api/app/versions';
export const historyPath = '/api/account/versions';
