import { dismissNotice, listNotices } from '@/lib/domain/notices/notices';
import { contentLanguage, findLanguage } from '../pipeline/find-language';
import { dataResponse, jsonResponse } from '../pipeline/response';
import { serializeDismissal, serializeNotices } from '../serializers/notice-serializers';
import type { OperationHandlers } from './operation-handlers';

export const noticesHandlers = {
  listNotices: async ({ service, caller, query, headers }) => {
    const language = findLanguage(caller, query, headers);
    const notices = await listNotices(service, caller, language);
    return jsonResponse(serializeNotices(caller, notices, query), contentLanguage(caller.app, language));
  },
  dismissNotice: async ({ service, caller, params }) =>
    dataResponse(serializeDismissal(await dismissNotice(service, caller, params.id))),
} satisfies Partial<OperationHandlers>;
