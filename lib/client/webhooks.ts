import type {
  WebhookDeliveryBody,
  WebhookDeliveryDetails,
  WebhookEndpointBody,
} from '@/lib/contract/webhooks';
import { requestData } from './api-request';
import { usePageMutation } from './page-mutation';
import { choiceParam, patternParam, type SearchParamValues, updateQuery } from './search-params';
import { staffUrls } from './staff-urls';
import { useRequest } from './use-request';

// The webhook endpoints of the app and their deliveries, for the product role.

/** Longer than a delivery may take. */
const testTimeoutMs = 30_000;

export type WebhookSecret = WebhookEndpointBody & { secret: string };
export type WebhookTestResult = Omit<WebhookDeliveryBody['attempts'][number], 'at'> & {
  delivered: boolean;
};

export const deliveryFilters = ['all', 'delivered', 'waiting', 'queued', 'failed'] as const;

/** Search params of an endpoint's page: which deliveries to show. Here, so that other pages do not load them. */
export const webhookSearchParams = {
  state: choiceParam(deliveryFilters, 'all'),
  /** `next_cursor` of the page before. Empty for the newest deliveries. */
  cursor: patternParam(/^evt_[0-9a-z]{26}$/),
};

export type DeliveriesPage = SearchParamValues<typeof webhookSearchParams>;

/** The page of an endpoint with these deliveries. */
export const getDeliveriesUrl = (id: string, shown: Partial<DeliveriesPage>) =>
  staffUrls.webhookEndpoint(id) + updateQuery(webhookSearchParams, '', shown);

const basePath = '/api/webhook-endpoints';
const endpointPath = (id: string) => `${basePath}/${encodeURIComponent(id)}`;
const deliveryPath = (id: string, eventId: string) =>
  `${endpointPath(id)}/deliveries/${encodeURIComponent(eventId)}`;

/** Loads the event of a delivery. Returns null if it has been purged. */
export function useDeliveredEvent(endpointId: string, eventId: string) {
  return useRequest(async (_: undefined) => {
    const { event } = await requestData<WebhookDeliveryDetails>(deliveryPath(endpointId, eventId));
    return event;
  });
}

export interface WebhookEndpointInput {
  url: string;
  /** Empty for all. */
  types: string[];
}

export function useCreateWebhookEndpoint(onCreated: (endpoint: WebhookSecret) => void) {
  return usePageMutation(
    (body: WebhookEndpointInput) => requestData<WebhookSecret>(basePath, { method: 'POST', body }),
    onCreated,
  );
}

export function useUpdateWebhookEndpoint(id: string) {
  return usePageMutation((body: Partial<WebhookEndpointInput> & { enabled?: boolean }) =>
    requestData<WebhookEndpointBody>(endpointPath(id), { method: 'PATCH', body }),
  );
}

export function useDeleteWebhookEndpoint(id: string, onDeleted: () => void) {
  return usePageMutation(
    (_: undefined) => requestData<{ id: string }>(endpointPath(id), { method: 'DELETE' }),
    onDeleted,
  );
}

export function useRotateWebhookSecret(id: string) {
  return usePageMutation((_: undefined) =>
    requestData<WebhookSecret>(`${endpointPath(id)}/rotate`, { method: 'POST' }),
  );
}

export function useTestWebhookEndpoint(id: string) {
  return usePageMutation((_: undefined) =>
    requestData<WebhookTestResult>(`${endpointPath(id)}/test`, { method: 'POST', timeoutMs: testTimeoutMs }),
  );
}

export function useRetryWebhookDelivery(id: string) {
  return usePageMutation((eventId: string) =>
    requestData<WebhookDeliveryBody>(`${deliveryPath(id, eventId)}/retry`, { method: 'POST' }),
  );
}

/** `since` is in Unix seconds. Returns the number of deliveries. */
export function useRecoverWebhooks(id: string) {
  return usePageMutation(async (since: number) => {
    const path = `${endpointPath(id)}/recover`;
    const { deliveries } = await requestData<{ deliveries: number }>(path, {
      method: 'POST',
      body: { since },
    });
    return deliveries;
  });
}
