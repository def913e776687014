import { prefetch, respondTo } from '@/app/prefetch';
import { getStaffPage, getStaffTitle } from '@/app/staff-page';
import { QueryProvider } from '@/components/ui/query-provider';
import { EndpointListView } from '@/components/webhooks/endpoint-list-view';
import { webhookEndpointsQueryOptions } from '@/lib/client/webhooks';

export const generateMetadata = () => getStaffTitle(['product'], (text) => text.webhooks.title);

export default async function WebhooksPage() {
  const page = await getStaffPage(['product']);
  const endpoints = respondTo(webhookEndpointsQueryOptions(), page.listWebhookEndpoints);
  return (
    <QueryProvider state={await prefetch(endpoints)}>
      <EndpointListView />
    </QueryProvider>
  );
}
