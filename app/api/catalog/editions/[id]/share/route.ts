import { operations } from '@/lib/contract/operations';
import { shareEdition, unshareEdition } from '@/lib/domain/catalog-editions';
import { publicOrigin } from '@/lib/http/authenticate';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';
import { toUnixSeconds } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.shareEdition, async ({ service, caller, params: { id }, body, headers }) => {
    const { expires_at: at } = body;
    const link = await shareEdition(service, caller, id, {
      expiresAt: at === undefined ? null : new Date(at * 1000),
    });
    const url = new URL(`/shared/${caller.app.slug}/${link.secret}`, publicOrigin(headers)).href;
    return dataResponse({ url, expires_at: toUnixSeconds(link.expiresAt) });
  }),
  handle(operations.unshareEdition, async ({ service, caller, params: { id } }) => {
    await unshareEdition(service, caller, id);
    return dataResponse({ id });
  }),
);
