import { ApiError } from '@/lib/contract/errors';
import { setupBody } from '@/lib/contract/setup';
import { createFirstApp, getSetupState, invalidSetupLink } from '@/lib/domain/access/first-app';
import { parseBearer } from '@/lib/domain/access/identify-caller';
import { getConfig } from '@/lib/server/process/config';
import type { RequestContext } from '@/lib/server/process/request-context';
import { getService } from '@/lib/server/process/runtime';
import { assertSameOrigin, serializeSessionCookie } from '../pipeline/authenticate';
import { countFailure } from '../pipeline/rate-limiting';
import { countLargeBody, readBody } from '../pipeline/read-body';
import { type ApiResponse, createdResponse } from '../pipeline/response';

/**
 * Creates the first app from the form of `/setup`, and signs its sender in. 404 once there is an app, 401 without a valid set-up
 * link. Then the body, which can be large, is not read.
 */
export async function handleSetup(
  request: Request,
  _: unknown,
  context: RequestContext,
): Promise<ApiResponse> {
  const { headers } = request;
  assertSameOrigin(headers);
  await context.addressLimit;
  const service = getService();
  const { guard } = service.health;
  const link = parseBearer(headers.get('authorization') ?? '') ?? '';
  const create = async () => {
    const state = await guard(getSetupState(service, link));
    if (state === 'done') throw new ApiError('not_found', 'There is an app already.');
    if (state === 'link_invalid') throw invalidSetupLink();
    const release = countLargeBody(headers, setupBody, '');
    try {
      const getBody = await readBody(request, setupBody, '');
      const { billing_period: billingPeriod, ...fields } = getBody();
      const input = { ...fields, billingPeriod, slug: getConfig().defaultApp };
      return await guard(createFirstApp(service, link, input));
    } finally {
      release();
    }
  };
  const { secret, expiresAt, editionId } = await create().catch(async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'unauthenticated') await countFailure(context, headers);
    throw error;
  });
  const response = createdResponse({ edition_id: editionId });
  return {
    ...response,
    headers: { ...response.headers, 'Set-Cookie': serializeSessionCookie(secret, expiresAt) },
  };
}
