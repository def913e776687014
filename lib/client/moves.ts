import type { AccountList } from '@/lib/contract/accounts';
import type { MoveBody, MoveProgress } from '@/lib/contract/moves';
import { addQuery, requestData } from './api-request';
import type { Effective } from './changes';
import { usePageMutation } from './page-mutation';
import { textParam, updateQuery } from './search-params';
import { staffUrls } from './staff-urls';
import { useRequest } from './use-request';

// Moves of accounts to another version, for the product role.

/** Longer than a request that schedules 500 changes. */
const timeoutMs = 60_000;

/** The version that accounts are moved from. */
export const movesSearchParams = { from: textParam() };

/** The page of moves with a version to start with. Here, so that other pages do not load it. */
export const getMovesUrl = (from: string) => staffUrls.moves() + updateQuery(movesSearchParams, '', { from });

export interface MoveInput {
  fromVersionId: string;
  toVersionId: string;
  effective: Effective;
  reason: string;
}

export interface CheckedMove {
  scheduled: number;
  skipped: MoveBody['skipped'];
  /** What all accounts of the plan pay before and after. */
  revenue: MoveBody['revenue'];
  /** Titles of some accounts that will be moved. */
  sample: { id: string; title: string }[];
  /** Of the requests that make the move. */
  idempotencyKey: string;
}

/** Requests a move page by page. With an idempotency key, pages that were made before are not made again. */
async function requestMove(input: MoveInput, idempotencyKey: string | null) {
  const move = { scheduled: 0, skipped: [] as MoveBody['skipped'], revenue: null as MoveBody['revenue'] };
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const data = await requestData<MoveBody>('/api/moves', {
      method: 'POST',
      timeoutMs,
      headers: { 'Idempotency-Key': idempotencyKey === null ? undefined : `${idempotencyKey}-${page}` },
      body: {
        from_version_id: input.fromVersionId,
        to_version_id: input.toVersionId,
        effective: input.effective,
        ...(input.reason && { reason: input.reason }),
        ...(cursor && { cursor }),
        dry_run: idempotencyKey === null,
      },
    });
    move.scheduled += data.scheduled;
    move.skipped.push(...data.skipped);
    move.revenue ??= data.revenue;
    cursor = data.next_cursor;
    if (!data.has_more) return move;
  }
}

/** Finds out what a move would do. Nothing is scheduled. */
export function useCheckMove() {
  return useRequest(async (input: MoveInput): Promise<CheckedMove> => {
    const move = await requestMove(input, null);
    const path = addQuery('/api/accounts', { version_id: input.fromVersionId, limit: 20 });
    const accounts = await requestData<AccountList['data']>(path);
    const skipped = new Set(move.skipped.map(({ account_id: id }) => id));
    const sample = accounts.filter(({ id }) => !skipped.has(id)).slice(0, 5);
    return { ...move, sample, idempotencyKey: crypto.randomUUID() };
  });
}

export function useCreateMove() {
  return usePageMutation(({ input, idempotencyKey }: { input: MoveInput; idempotencyKey: string }) =>
    requestMove(input, idempotencyKey),
  );
}

export function useCancelMove() {
  return usePageMutation((id: string) =>
    requestData<MoveProgress>(`/api/moves/${encodeURIComponent(id)}`, { method: 'DELETE', timeoutMs }),
  );
}
