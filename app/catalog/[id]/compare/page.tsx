import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { loadComparison } from '@/app/catalog/load-edition';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { EditionComparison } from '@/components/editions/edition-comparison';
import { getText } from '@/components/i18n/get-text';
import { QueryProvider } from '@/components/ui/query-provider';
import { pack } from '@/lib/client/packed-state';
import type { PageSearchParams } from '@/lib/client/search-params';

export async function generateMetadata(): Promise<Metadata> {
  const { role } = (await getPageContext()).currentUser;
  // A 404 must not disclose the title.
  return role === 'product' ? { title: getText((await getUserPreferences()).locale).catalog.title } : {};
}

interface ComparePageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageSearchParams>;
}

export default async function EditionComparePage({ params, searchParams }: ComparePageProps) {
  const { app, editions, queryClient } = await loadComparison(params, searchParams);
  return (
    <QueryProvider state={pack(dehydrate(queryClient))}>
      <EditionComparison {...editions} app={app} />
    </QueryProvider>
  );
}
