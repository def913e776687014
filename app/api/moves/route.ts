import { operations } from '@/lib/contract/operations';
import { createMove, listMoves } from '@/lib/domain/moves';
import { serializeMove, serializeMoves } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseMove } from '@/lib/http/parse-request';
import { createdResponse, jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listMoves, async ({ service, caller, query: { limit = 100, cursor = null } }) =>
    jsonResponse(serializeMoves(await listMoves(service, caller, { before: cursor, limit }))),
  ),
  handle(operations.createMove, async ({ service, caller, body }) => {
    const move = await createMove(service, caller, { ...parseMove(body), reason: body.reason || null });
    return createdResponse(toEnvelope(serializeMove(move)));
  }),
);
