import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { getText } from '@/components/i18n/get-text';
import { MovesView } from '@/components/moves/moves-view';
import { QueryProvider } from '@/components/ui/query-provider';
import { maxMoves, movesQueryOptions, movesSearchParams } from '@/lib/client/moves';
import { pack } from '@/lib/client/packed-state';
import { createQueryClient } from '@/lib/client/query-client';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';

export async function generateMetadata(): Promise<Metadata> {
  const { role } = (await getPageContext()).currentUser;
  // A 404 must not disclose the title.
  return role === 'product' ? { title: getText((await getUserPreferences()).locale).moves.title } : {};
}

export default async function MovesPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getPageContext();
  if (!page.app || page.currentUser.role !== 'product') notFound();
  const { from } = parseSearchParams(movesSearchParams, await searchParams);
  const queryClient = createQueryClient();
  const [versions] = await Promise.all([
    page.listCatalogVersions(),
    queryClient.prefetchQuery({
      ...movesQueryOptions(),
      queryFn: () => page.listMoves(maxMoves),
      retry: false,
    }),
  ]);
  return (
    <QueryProvider state={pack(dehydrate(queryClient))}>
      <MovesView versions={versions} from={from} />
    </QueryProvider>
  );
}
