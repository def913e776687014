import { dehydrate } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { getStaffPage, getStaffTitle } from '@/app/staff-page';
import { QueryProvider } from '@/components/ui/query-provider';
import { EndpointView } from '@/components/webhooks/endpoint-view';
import { pack } from '@/lib/client/packed-state';
import { createQueryClient } from '@/lib/client/query-client';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import {
  toDeliveriesPage,
  webhookDeliveriesQueryOptions,
  webhookEndpointsQueryOptions,
  webhookSearchParams,
} from '@/lib/client/webhooks';

interface WebhookPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageSearchParams>;
}

export const generateMetadata = () => getStaffTitle(['product'], (text) => text.webhooks.title);

export default async function WebhookPage({ params, searchParams }: WebhookPageProps) {
  const page = await getStaffPage(['product']);
  const { id } = await params;
  const deliveries = toDeliveriesPage(parseSearchParams(webhookSearchParams, await searchParams));
  const queryClient = createQueryClient();
  const endpointsQuery = webhookEndpointsQueryOptions();
  await Promise.all([
    queryClient.prefetchQuery({ ...endpointsQuery, queryFn: page.listWebhookEndpoints, retry: false }),
    queryClient.prefetchQuery({
      ...webhookDeliveriesQueryOptions(id, deliveries),
      queryFn: () => page.listWebhookDeliveries(id, deliveries),
      retry: false,
    }),
  ]);
  const endpoints = queryClient.getQueryData(endpointsQuery.queryKey)?.data;
  if (endpoints && !endpoints.some((endpoint) => endpoint.id === id)) notFound();
  return (
    <QueryProvider state={pack(dehydrate(queryClient))}>
      <EndpointView id={id} />
    </QueryProvider>
  );
}
