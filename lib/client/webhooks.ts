import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  WebhookDeliveries,
  WebhookDeliveryBody,
  WebhookDeliveryDetails,
  WebhookEndpointBody,
  WebhookEndpoints,
} from '@/lib/contract/webhooks';
import { addQuery, readPath, requestData } from './api-request';
import { choiceParam, patternParam } from './search-params';

// The webhook endpoints of the app and their deliveries, for the product role.

/** Also refetched after each change on the page. Other changes are made by the server, when deliveries fail. */
const pollIntervalMs = 10_000;
const openDeliveriesPollIntervalMs = 2000;

/** Longer than a delivery may take. */
const testTimeoutMs = 30_000;

interface DeliveriesPage {
  /** Null for all. */
  state: WebhookDeliveryBody['state'] | null;
  /** Null for the newest. */
  cursor: string | null;
  limit: number;
}

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

/** The deliveries that the query string of an endpoint's page selects. */
export function toDeliveriesPage({
  state,
  cursor,
}: {
  state: DeliveriesPage['state'] | 'all';
  cursor: string;
}): DeliveriesPage {
  return { state: state === 'all' ? null : state, cursor: cursor || null, limit: 20 };
}

const basePath = '/api/webhook-endpoints';
const endpointPath = (id: string) => `${basePath}/${encodeURIComponent(id)}`;
const deliveryPath = (id: string, eventId: string) =>
  `${endpointPath(id)}/deliveries/${encodeURIComponent(eventId)}`;

/** The endpoints, oldest first. Server components prefetch them with a `queryFn` of their own. */
export function webhookEndpointsQueryOptions() {
  return queryOptions({
    queryKey: ['webhook-endpoints'],
    queryFn: readPath<WebhookEndpoints>(basePath),
    refetchInterval: pollIntervalMs,
  });
}

export const useWebhookEndpoints = () => useQuery(webhookEndpointsQueryOptions());

/** Deliveries of an endpoint, newest event first. */
export function webhookDeliveriesQueryOptions(endpointId: string, { state, cursor, limit }: DeliveriesPage) {
  const path = addQuery(`${endpointPath(endpointId)}/deliveries`, { limit, state, cursor });
  return queryOptions({
    queryKey: ['webhook-deliveries', endpointId, state, cursor, limit],
    queryFn: readPath<WebhookDeliveries>(path),
    refetchInterval: ({ state: { data } }) =>
      data?.payload.some(isOpen) ? openDeliveriesPollIntervalMs : pollIntervalMs,
  });
}

function isOpen({ state }: WebhookDeliveryBody): boolean {
  return state === 'waiting' || state === 'queued';
}

/** While another page of the same deliveries loads, the previous one is the result. */
export function useWebhookDeliveries(endpointId: string, page: DeliveriesPage) {
  const isSameList = (queryKey: readonly unknown[] | undefined) =>
    queryKey?.[1] === endpointId && queryKey[2] === page.state;
  return useQuery({
    ...webhookDeliveriesQueryOptions(endpointId, page),
    placeholderData: (previous, query) => (isSameList(query?.queryKey) ? previous : undefined),
  });
}

export function useWebhookDelivery(endpointId: string, eventId: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['webhook-delivery', endpointId, eventId],
    queryFn: ({ signal }) =>
      requestData<WebhookDeliveryDetails>(deliveryPath(endpointId, eventId), { signal }),
    select: ({ event }) => event,
    // An event never changes.
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

export function useLastWebhookDelivery(endpointId: string) {
  return useQuery({
    ...webhookDeliveriesQueryOptions(endpointId, { state: null, cursor: null, limit: 1 }),
    refetchInterval: pollIntervalMs,
    select: ({ payload }) => payload[0] ?? null,
  });
}

/**
 * Never sent again by itself: a repeated creation creates a second endpoint. Pending until the page shows the change.
 * `onSuccess` runs before that, and also if the component is no longer mounted. Refetches also after an error.
 */
function useWebhookMutation<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  onSuccess: (result: Result) => void = () => {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess,
    // The result can be a secret, which must not stay in the cache.
    gcTime: 0,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: webhookEndpointsQueryOptions().queryKey }),
        queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
      ]),
  });
}

export interface WebhookEndpointInput {
  url: string;
  /** Empty for all. */
  types: string[];
}

export function useCreateWebhookEndpoint(onCreated: (endpoint: WebhookSecret) => void) {
  return useWebhookMutation(
    (body: WebhookEndpointInput) => requestData<WebhookSecret>(basePath, { method: 'POST', body }),
    onCreated,
  );
}

export function useUpdateWebhookEndpoint(id: string) {
  return useWebhookMutation((body: Partial<WebhookEndpointInput> & { enabled?: boolean }) =>
    requestData<WebhookEndpointBody>(endpointPath(id), { method: 'PATCH', body }),
  );
}

export function useDeleteWebhookEndpoint(id: string, onDeleted: () => void) {
  return useWebhookMutation(
    (_: undefined) => requestData<{ id: string }>(endpointPath(id), { method: 'DELETE' }),
    onDeleted,
  );
}

export function useRotateWebhookSecret(id: string, onRotated: (endpoint: WebhookSecret) => void) {
  return useWebhookMutation(
    (_: undefined) => requestData<WebhookSecret>(`${endpointPath(id)}/rotate`, { method: 'POST' }),
    onRotated,
  );
}

export function useTestWebhookEndpoint(id: string) {
  return useWebhookMutation((_: undefined) =>
    requestData<WebhookTestResult>(`${endpointPath(id)}/test`, { method: 'POST', timeoutMs: testTimeoutMs }),
  );
}

export function useRetryWebhookDelivery(id: string) {
  return useWebhookMutation((eventId: string) =>
    requestData<WebhookDeliveryBody>(`${deliveryPath(id, eventId)}/retry`, { method: 'POST' }),
  );
}

/** `since` is in Unix seconds. Returns the number of deliveries. */
export function useRecoverWebhooks(id: string) {
  return useWebhookMutation(async (since: number) => {
    const path = `${endpointPath(id)}/recover`;
    const { deliveries } = await requestData<{ deliveries: number }>(path, {
      method: 'POST',
      body: { since },
    });
    return deliveries;
  });
}
