import { maxPriceListBodyBytes } from '@/lib/contract/catalog-editions';
import { ApiError } from '@/lib/contract/errors';
import { setupRequestSchema } from '@/lib/contract/setup';
import { createFirstApp, getSetupState } from '@/lib/domain/first-app';
import { getConfig } from '@/lib/server/config';
import type { RequestContext } from '@/lib/server/request-context';
import { getService } from '@/lib/server/runtime';
import { assertSameOrigin, serializeSessionCookie } from './authenticate';
import { parseFields, parseJson, readJsonBytes } from './parse-request';
import { countFailure } from './rate-limiting';
import { type ApiResponse, createdResponse } from './response';
import { toEnvelope } from './serializers';

/** Creates the first app from the form of `/setup`, and signs its sender in. 404 once there is an app. */
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
  // Then the body, which can be large, is not read.
  if ((await guard(getSetupState(service, ''))) === 'done') {
    throw new ApiError('not_found', 'There is an app already.');
  }
  const body = parseJson(await readJsonBytes(request, maxPriceListBodyBytes));
  const { link, billing_period: billingPeriod, ...fields } = parseFields(setupRequestSchema, body);
  const input = { ...fields, billingPeriod, slug: getConfig().defaultApp };
  const { secret, expiresAt, editionId } = await guard(createFirstApp(service, link, input)).catch(
    async (error: unknown) => {
      if (error instanceof ApiError && error.code === 'unauthenticated') await countFailure(context, headers);
      throw error;
    },
  );
  const response = createdResponse(toEnvelope({ edition_id: editionId }, ''));
  return {
    ...response,
    headers: { ...response.headers, 'Set-Cookie': serializeSessionCookie(secret, expiresAt) },
  };
}
