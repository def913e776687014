import { operations } from '@/lib/contract/operations';
import { grantVersion, revokeGrant } from '@/lib/domain/version-grants';
import { serializeGrant } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseReason } from '@/lib/http/parse-request';
import { dataResponse } from '@/lib/http/response';

const toGrant = (
  caller: Parameters<typeof parseReason>[0],
  params: { external_id: string; version_id: string },
  { reason }: { reason?: string | undefined },
) => ({
  account: params.external_id,
  versionId: params.version_id,
  reason: parseReason(caller, reason),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.grantVersion, async ({ service, caller, params, query }) => {
    const name = toGrant(caller, params, query);
    const grant = await grantVersion(service, caller, name);
    const message = `${grant.version.title} is available to ${grant.accountTitle}.`;
    return dataResponse(serializeGrant(grant), message);
  }),
  handle(operations.revokeGrant, async ({ service, caller, params, query }) => {
    const name = toGrant(caller, params, query);
    await revokeGrant(service, caller, name);
    return dataResponse({ version_id: params.version_id });
  }),
);
