import type { AddOnHistory } from '@/lib/contract/add-ons';
import type { History } from '@/lib/contract/history';
import { addQuery, requestApi } from './api-request';

/** Covers the whole history of nearly every account, in a small response. */
export const historyPageSize = 100;

/** Rows that the timeline shows at first. */
export const initialRowCount = 12;

/** The entries that the timeline needs for them: also the one before, from which the last of them differs. */
export const firstHistoryRows = initialRowCount + 1;

/** The first page of the history of the account, and of that of its add-ons, newest first. */
export interface Histories {
  plans: History;
  addOns: AddOnHistory;
}

export interface HistoryPageInput {
  limit: number;
  cursor?: string | undefined;
}

export interface FetchOptions {
  signal?: AbortSignal;
  /** That staff act for. */
  account?: string | undefined;
}

export function fetchHistoryPage(input: HistoryPageInput, options?: FetchOptions) {
  return requestApi<History>(addQuery('/api/account/versions', { ...input }), options);
}

export function fetchAddOnHistoryPage(input: HistoryPageInput, options?: FetchOptions) {
  return requestApi<AddOnHistory>(addQuery('/api/account/optional-features', { ...input }), options);
}
