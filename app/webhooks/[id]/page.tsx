import { notFound } from 'next/navigation';
import { getStaffPage, getStaffTitle } from '@/app/_server/staff-page';
import { EndpointView } from '@/components/webhooks/endpoint-view';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { webhookSearchParams } from '@/lib/client/webhooks';

interface WebhookPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageSearchParams>;
}

export const generateMetadata = () => getStaffTitle('webhooks');

export default async function WebhookPage({ params, searchParams }: WebhookPageProps) {
  const page = await getStaffPage('webhooks');
  const { id } = await params;
  const shown = parseSearchParams(webhookSearchParams, await searchParams);
  const endpoint = (await page.listWebhookEndpoints()).data.find((each) => each.id === id) ?? notFound();
  const deliveries = await page.listWebhookDeliveries(id, { ...shown, limit: 20 });
  return <EndpointView key={id} endpoint={endpoint} shown={shown} deliveries={deliveries} />;
}
