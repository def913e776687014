import { notFound } from 'next/navigation';
import { getPageContext } from '@/app/page-context';
import { editionQueryOptions } from '@/lib/client/catalog';
import { createQueryClient } from '@/lib/client/query-client';
import { ApiError } from '@/lib/contract/errors';

/** Loads the edition of a path. Responds with 404 for an unknown one, and unless the user has the product role. */
export async function loadEdition(params: Promise<{ id: string }>) {
  const page = await getPageContext();
  if (!page.app || page.currentUser.role !== 'product') notFound();
  const { id } = await params;
  const queryClient = createQueryClient();
  let isUnknown = false;
  await queryClient.prefetchQuery({
    ...editionQueryOptions(id),
    queryFn: () =>
      page.getEdition(id).catch((error: unknown) => {
        isUnknown = error instanceof ApiError && error.code === 'edition_not_found';
        throw error;
      }),
    retry: false,
  });
  if (isUnknown) notFound();
  return { app: page.app, id, queryClient };
}
