import { notFound } from 'next/navigation';
import { prefetch, respondTo } from '@/app/prefetch';
import { getStaffPage, getStaffTitle } from '@/app/staff-page';
import { QueryProvider } from '@/components/ui/query-provider';
import { EndpointView } from '@/components/webhooks/endpoint-view';
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
  let isUnknown = false;
  const endpoints = respondTo(webhookEndpointsQueryOptions(), async () => {
    const list = await page.listWebhookEndpoints();
    isUnknown = !list.data.some((endpoint) => endpoint.id === id);
    return list;
  });
  const listDeliveries = () => page.listWebhookDeliveries(id, deliveries);
  const state = await prefetch(
    endpoints,
    respondTo(webhookDeliveriesQueryOptions(id, deliveries), listDeliveries),
  );
  if (isUnknown) notFound();
  return (
    <QueryProvider state={state}>
      <EndpointView id={id} />
    </QueryProvider>
  );
}
