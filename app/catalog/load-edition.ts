import { notFound } from 'next/navigation';
import { prefetch, respondTo } from '@/app/prefetch';
import { getStaffPage } from '@/app/staff-page';
import { comparisonQueryOptions, comparisonSearchParams, editionQueryOptions } from '@/lib/client/catalog';
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

async function load<Data>(
  query: Parameters<typeof respondTo<Data>>[0],
  read: (page: Awaited<ReturnType<typeof getStaffPage>>) => Promise<NoInfer<Data>>,
) {
  const page = await getStaffPage(['product']);
  let isUnknown = false;
  const edition = respondTo(query, () =>
    read(page).catch((error: unknown) => {
      isUnknown = error instanceof ApiError && error.code === 'edition_not_found';
      throw error;
    }),
  );
  const state = await prefetch(edition);
  if (isUnknown) notFound();
  return { app: page.app, state };
}
