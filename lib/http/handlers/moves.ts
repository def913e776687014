import { maxPreviewedAccounts } from '@/lib/contract/moves';
import { cancelMove, createMove, getMove, listMoves, previewMove } from '@/lib/domain/moves/moves';
import { parseMove } from '../pipeline/parse-request';
import { createdResponse, dataResponse, jsonResponse } from '../pipeline/response';
import { serializeMove, serializeMovePreview, serializeMoves } from '../serializers/change-serializers';
import type { OperationHandlers } from './operation-handlers';

export const movesHandlers = {
  previewMove: async ({ service, caller, query }) => {
    const { limit = maxPreviewedAccounts, cursor = null } = query;
    const preview = await previewMove(service, caller, { ...parseMove(query), limit, after: cursor });
    return dataResponse(serializeMovePreview(preview));
  },
  listMoves: async ({ service, caller, query: { limit = 100, cursor = null } }) =>
    jsonResponse(serializeMoves(await listMoves(service, caller, { before: cursor, limit }))),
  createMove: async ({ service, caller, body }) => {
    const move = await createMove(service, caller, { ...parseMove(body), reason: body.reason || null });
    return createdResponse(serializeMove(move));
  },
  getMove: async ({ service, caller, params: { id } }) =>
    dataResponse(serializeMove(await getMove(service, caller, id))),
  cancelMove: async ({ service, caller, params: { id } }) =>
    dataResponse(serializeMove(await cancelMove(service, caller, id))),
} satisfies Partial<OperationHandlers>;
