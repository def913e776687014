import { loadComparison } from '@/app/catalog/load-edition';
import { getStaffTitle } from '@/app/staff-page';
import { EditionComparison } from '@/components/editions/edition-comparison';
import { QueryProvider } from '@/components/ui/query-provider';
import type { PageSearchParams } from '@/lib/client/search-params';

export const generateMetadata = () => getStaffTitle(['product'], (text) => text.catalog.title);

interface ComparePageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageSearchParams>;
}

export default async function EditionComparePage({ params, searchParams }: ComparePageProps) {
  const { app, editions, state } = await loadComparison(params, searchParams);
  return (
    <QueryProvider state={state}>
      <EditionComparison {...editions} app={app} />
    </QueryProvider>
  );
}
