import { maxMovedAccounts } from '@/lib/contract/moves';
import { operations } from '@/lib/contract/operations';
import { getChannel } from '@/lib/domain/caller';
import { createMove, listMoves } from '@/lib/domain/moves';
import { serializeMove, serializeMoves } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse, jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listMoves, async ({ service, caller, query: { limit = 100, cursor = null } }) =>
    jsonResponse(serializeMoves(await listMoves(service, caller, { before: cursor, limit }))),
  ),
  handle(operations.createMove, async ({ service, caller, body }) => {
    const { effective } = body;
    const move = await createMove(service, caller, {
      fromVersionId: body.from_version_id,
      toVersionId: body.to_version_id,
      effective: typeof effective === 'number' ? effective * 1000 : effective,
      reason: body.reason || null,
      limit: body.limit ?? maxMovedAccounts,
      after: body.cursor ?? null,
      isDryRun: body.dry_run ?? false,
      channel: getChannel(caller),
    });
    return dataResponse(serializeMove(move));
  }),
);
