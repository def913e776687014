import { getStaffPage, getStaffTitle } from '@/app/_server/staff-page';
import { EndpointListView } from '@/components/webhooks/endpoint-list-view';

export const generateMetadata = () => getStaffTitle('webhooks');

export default async function WebhooksPage() {
  const page = await getStaffPage('webhooks');
  const { data } = await page.listWebhookEndpoints();
  const endpoints = data.map(async (endpoint) => {
    const last = await page.listWebhookDeliveries(endpoint.id, { state: 'all', cursor: '', limit: 1 });
    return { endpoint, lastDelivery: last.payload[0] ?? null };
  });
  return <EndpointListView endpoints={await Promise.all(endpoints)} />;
}
