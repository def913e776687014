import { operations } from '@/lib/contract/operations';
import { testWebhookEndpoint } from '@/lib/domain/webhooks/webhook-endpoints';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';
import { serializeWebhookTest } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.testWebhookEndpoint, async ({ service, caller, params }) => {
    const test = await testWebhookEndpoint(service, caller, params.id);
    return dataResponse(serializeWebhookTest(test));
  }),
);
