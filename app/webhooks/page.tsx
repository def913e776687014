import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { getText } from '@/components/i18n/get-text';
import { QueryProvider } from '@/components/ui/query-provider';
import { EndpointListView } from '@/components/webhooks/endpoint-list-view';
import { pack } from '@/lib/client/packed-state';
import { createQueryClient } from '@/lib/client/query-client';
import { webhookEndpointsQueryOptions } from '@/lib/client/webhooks';

export async function generateMetadata(): Promise<Metadata> {
  const { role } = (await getPageContext()).currentUser;
  // A 404 must not disclose the title.
  return role === 'product' ? { title: getText((await getUserPreferences()).locale).webhooks.title } : {};
}

export default async function WebhooksPage() {
  const page = await getPageContext();
  if (!page.app || page.currentUser.role !== 'product') notFound();
  const queryClient = createQueryClient();
  await queryClient.prefetchQuery({
    ...webhookEndpointsQueryOptions(),
    queryFn: page.listWebhookEndpoints,
    retry: false,
  });
  return (
    <QueryProvider state={pack(dehydrate(queryClient))}>
      <EndpointListView />
    </QueryProvider>
  );
}
