import { createAccountKey, listKeysOfAccount, revokeAccountKey } from '@/lib/domain/access/account-keys';
import {
  createPortalLink,
  createPortalToken,
  endSessionById,
  endSessionsOfAccount,
  endSessionsOfUser,
  listSessionsOfAccount,
} from '@/lib/domain/access/portal-sessions';
import { publicOrigin } from '../pipeline/authenticate';
import { assertNamesPerson } from '../pipeline/parse-request';
import { createdResponse, dataResponse, jsonResponse } from '../pipeline/response';
import {
  serializeCreatedKey,
  serializeKey,
  serializeKeys,
  serializeSessions,
} from '../serializers/account-serializers';
import {
  serializeCredentialUser,
  serializePortalSession,
  serializePortalToken,
} from '../serializers/serializers';
import type { OperationHandlers } from './operation-handlers';

export const accessHandlers = {
  listAccountKeys: async ({ service, caller, params, query: { limit = 100, cursor } }) => {
    const keys = await listKeysOfAccount(service, caller, params.external_id);
    return jsonResponse(serializeKeys(keys, { limit, cursor }));
  },
  createAccountKey: async ({ service, caller, params, body }) => {
    const { role, name = null, read_only = false, expires_at } = body;
    const expiresAt = expires_at === undefined ? null : new Date(expires_at * 1000);
    const options = { role, name, readOnly: read_only, expiresAt };
    const key = await createAccountKey(service, caller, params.external_id, options);
    return createdResponse(serializeCreatedKey(key));
  },
  revokeAccountKey: async ({ service, caller, params }) =>
    dataResponse(serializeKey(await revokeAccountKey(service, caller, params.external_id, params.key_id))),
  listAccountSessions: async ({ service, caller, params, query: { limit = 100, cursor } }) => {
    const sessions = await listSessionsOfAccount(service, caller, params.external_id);
    return jsonResponse(serializeSessions(sessions, { limit, cursor }));
  },
  endAccountSessions: async ({ service, caller, params }) => {
    assertNamesPerson(caller);
    return dataResponse({ ended: await endSessionsOfAccount(service, caller, params.external_id) });
  },
  createPortalSession: async ({ service, caller, body, headers }) => {
    const { account_id, role, name, user_id, return_url, path, locale } = body;
    const user = { accountId: account_id ?? null, role, name, id: user_id ?? null };
    const start = { returnUrl: return_url ?? null, path: path ?? null, locale: locale ?? null };
    const link = await createPortalLink(service, caller, user, start);
    return jsonResponse(serializePortalSession(link, publicOrigin(headers)));
  },
  endPortalSessions: async ({ service, caller, query }) =>
    dataResponse({ ended: await endSessionsOfUser(service, caller, query.user_id) }),
  endPortalSession: async ({ service, caller, params: { id } }) => {
    await endSessionById(service, caller, id);
    return dataResponse({ session_id: id });
  },
  createPortalToken: async ({ service, caller, body }) => {
    const { account_id: accountId, role, name, user_id: id = null, origin } = body;
    return jsonResponse(
      serializePortalToken(await createPortalToken(service, caller, { accountId, role, name, id }, origin)),
    );
  },
  getCredentialUser: async ({ caller }) => jsonResponse(serializeCredentialUser(caller)),
} satisfies Partial<OperationHandlers>;
