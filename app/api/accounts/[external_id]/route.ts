import { operations } from '@/lib/contract/operations';
import { getAccount, updateAccount, upsertAccount } from '@/lib/domain/accounts';
import { deleteAccount } from '@/lib/domain/personal-data';
import { serializeAccount, serializeUpsertedAccount } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { createdResponse, dataResponse, jsonResponse } from '@/lib/http/response';

/** A time of a request body, in Unix seconds. Undefined if it is left out. */
function toDate<T extends null | undefined>(seconds: number | T): Date | T {
  return typeof seconds === 'number' ? new Date(seconds * 1000) : seconds;
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getAccount, async ({ service, caller, params }) =>
    dataResponse(serializeAccount(await getAccount(service, caller, params.external_id))),
  ),
  handle(operations.upsertAccount, async ({ service, caller, params, body }) => {
    const account = await upsertAccount(service, caller, {
      externalId: params.external_id,
      title: body.title,
      email: body.email,
      periodEndsAt: toDate(body.period_ends_at),
      users: body.users,
      versionId: body.version_id,
      tag: body.tag,
      billingPeriod: body.billing_period,
      activatedAt: toDate(body.activated_at),
    });
    const response = serializeUpsertedAccount(account);
    return account.created ? createdResponse(response) : jsonResponse(response);
  }),
  handle(operations.updateAccount, async ({ service, caller, params, body }) => {
    const changes = {
      title: body.title,
      email: body.email,
      periodEndsAt: toDate(body.period_ends_at),
      users: body.users,
    };
    const account = await updateAccount(service, caller, params.external_id, changes);
    return dataResponse(serializeAccount(account));
  }),
  handle(operations.deleteAccount, async ({ service, caller, params, query }) => {
    const { confirm, immediately = false } = query;
    const input = { account: params.external_id, confirm, immediately };
    return dataResponse(serializeAccount(await deleteAccount(service, caller, input)));
  }),
);
