import { operations } from '@/lib/contract/operations';
import { listNotices } from '@/lib/domain/notices';
import { endpoint, handle } from '@/lib/http/endpoint';
import { contentLanguage, findLanguage } from '@/lib/http/find-language';
import { serializeNotices } from '@/lib/http/notice-serializers';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listNotices, async ({ service, caller, query, headers }) => {
    const language = findLanguage(caller, query, headers);
    const notices = await listNotices(service, caller, language);
    return jsonResponse(serializeNotices(caller, notices, query), contentLanguage(caller.app, language));
  }),
);
