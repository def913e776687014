import {
  approveChange,
  cancelChange,
  createChange,
  declineChange,
  getChange,
  listChanges,
  listRequests,
} from '@/lib/domain/changes/waiting-changes';
import { contentLanguage, findLanguage } from '../pipeline/find-language';
import { parseChangeDecision, parseChangeRequest, parseReason } from '../pipeline/parse-request';
import { dataResponse, jsonResponse } from '../pipeline/response';
import {
  respondWithChange,
  serializeChange,
  serializeChanges,
  serializeRequests,
} from '../serializers/change-serializers';
import type { OperationHandlers } from './operation-handlers';

export const changesHandlers = {
  listChanges: async ({ service, caller, query, headers }) => {
    const { state, limit = 100, cursor = null } = query;
    const isOpen = state === undefined ? null : state === 'open';
    const language = findLanguage(caller, query, headers);
    const page = await listChanges(service, caller, { before: cursor, isOpen, limit }, language);
    return jsonResponse(serializeChanges(page), contentLanguage(caller.app, language));
  },
  createChange: async ({ service, caller, body, headers }) => {
    const result = await createChange(service, caller, parseChangeRequest(caller, body, headers));
    return respondWithChange(result, { isNew: result.changed });
  },
  getChange: async ({ service, caller, params }) =>
    dataResponse(serializeChange(await getChange(service, caller, params.id))),
  approveChange: async ({ service, caller, params, headers }) =>
    respondWithChange(
      await approveChange(
        service,
        caller,
        params.id,
        parseChangeDecision(caller, ['approve', params.id], headers),
      ),
    ),
  declineChange: async ({ service, caller, params, body, headers }) => {
    const message = body.message || null;
    const input = parseChangeDecision(caller, ['decline', params.id, message], headers);
    return respondWithChange(
      await declineChange(service, caller, params.id, { ...input, ifMatch: null, message }),
    );
  },
  cancelChange: async ({ service, caller, params, query, headers }) => {
    const reason = parseReason(caller, query.reason);
    const input = parseChangeDecision(caller, ['cancel', params.id, reason], headers);
    return respondWithChange(await cancelChange(service, caller, params.id, { ...input, reason }));
  },
  listRequests: async ({ service, caller, query }) => {
    const { waits_for: waitsFor = null, limit = 100, cursor: before = null } = query;
    return jsonResponse(serializeRequests(await listRequests(service, caller, { before, waitsFor, limit })));
  },
} satisfies Partial<OperationHandlers>;
