import type { AccountList } from '@/lib/contract/accounts';
import type { MoveBody, MovePreviewBody } from '@/lib/contract/moves';
import { addQuery, requestData } from './api-request';
import type { Effective } from './changes';
import { usePageMutation } from './page-mutation';
import { textParam, updateQuery } from './search-params';
import { staffUrls } from './staff-urls';
import { useRequest } from './use-request';

// Moves of accounts to another version, for the product role.

/** Longer than a preview of 500 accounts. */
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
  preview: MovePreviewBody;
  /** Titles of some accounts that will be moved. */
  sample: { id: string; title: string }[];
  /** Of the request that makes the move. */
  idempotencyKey: string;
}

/** Finds out what a move would do. Nothing is scheduled. */
export function useCheckMove() {
  return useRequest(async ({ fromVersionId, toVersionId, effective }: MoveInput): Promise<CheckedMove> => {
    const query = { from_version_id: fromVersionId, to_version_id: toVersionId, effective };
    const path = addQuery('/api/moves/preview', query);
    const preview = await requestData<MovePreviewBody>(path, { timeoutMs });
    const accountsPath = addQuery('/api/accounts', { version_id: fromVersionId, limit: 20 });
    const accounts = await requestData<AccountList['data']>(accountsPath);
    const skipped = new Set(preview.skipped.map(({ account_id: id }) => id));
    const sample = accounts.filter(({ id }) => !skipped.has(id)).slice(0, 5);
    return { preview, sample, idempotencyKey: crypto.randomUUID() };
  });
}

/** Makes a move. Sent again with its idempotency key, it is made once. */
export function useCreateMove() {
  return usePageMutation(({ input, idempotencyKey }: { input: MoveInput; idempotencyKey: string }) =>
    requestData<MoveBody>('/api/moves', {
      method: 'POST',
      headers: { 'Idempotency-Key': idempotencyKey },
      body: {
        from_version_id: input.fromVersionId,
        to_version_id: input.toVersionId,
        effective: input.effective,
        ...(input.reason && { reason: input.reason }),
      },
    }),
  );
}

export function useCancelMove() {
  return usePageMutation((id: string) => requestData<MoveBody>(getMovePath(id), { method: 'DELETE' }));
}

/** The API's path of a move. */
export function getMovePath(id: string): string {
  return `/api/moves/${encodeURIComponent(id)}`;
}
