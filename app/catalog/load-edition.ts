import { notFound } from 'next/navigation';
import { getPageContext } from '@/app/page-context';
import { comparisonQueryOptions, comparisonSearchParams, editionQueryOptions } from '@/lib/client/catalog';
import { createQueryClient } from '@/lib/client/query-client';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { ApiError } from '@/lib/contract/errors';

type IdParams = Promise<{ id: string }>;

/** Loads the edition of a path. Responds with 404 for an unknown one, and unless the user has the product role. */
export async function loadEdition(params: IdParams) {
  const { id } = await params;
  return { id, ...(await load(editionQueryOptions(id), (page) => page.getEdition(id))) };
}

/** The same for two editions to compare. */
export async function loadComparison(params: IdParams, searchParams: Promise<PageSearchParams>) {
  const { id: to } = await params;
  const { from } = parseSearchParams(comparisonSearchParams, await searchParams);
  const editions = { from, to };
  const query = comparisonQueryOptions(editions);
  return { editions, ...(await load(query, (page) => page.compareEditions(editions))) };
}

type Page = Awaited<ReturnType<typeof getPageContext>>;

async function load<Result>(query: { queryKey: readonly unknown[] }, read: (page: Page) => Promise<Result>) {
  const page = await getPageContext();
  if (!page.app || page.currentUser.role !== 'product') notFound();
  const queryClient = createQueryClient();
  let isUnknown = false;
  await queryClient.prefetchQuery({
    queryKey: query.queryKey,
    queryFn: () =>
      read(page).catch((error: unknown) => {
        isUnknown = error instanceof ApiError && error.code === 'edition_not_found';
        throw error;
      }),
    retry: false,
  });
  if (isUnknown) notFound();
  return { app: page.app, queryClient };
}
