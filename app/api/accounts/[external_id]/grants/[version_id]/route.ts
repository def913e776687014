import { operations } from '@/lib/contract/operations';
import { grantVersion, revokeGrant } from '@/lib/domain/version-grants';
import { serializeGrant } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.grantVersion, async ({ service, caller, params }) => {
    const name = { externalId: params.external_id, versionId: params.version_id };
    const grant = await grantVersion(service, caller, name);
    const message = `${grant.version.title} is available to ${grant.accountTitle}.`;
    return dataResponse(serializeGrant(grant), message);
  }),
  handle(operations.revokeGrant, async ({ service, caller, params }) => {
    const name = { externalId: params.external_id, versionId: params.version_id };
    await revokeGrant(service, caller, name);
    return dataResponse({ version_id: params.version_id });
  }),
);
