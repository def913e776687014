import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { EditionListView } from '@/components/editions/edition-list-view';
import { getText } from '@/components/i18n/get-text';
import { QueryProvider } from '@/components/ui/query-provider';
import { catalogSearchParams, editionsQueryOptions, toEditionsInput } from '@/lib/client/catalog';
import { pack } from '@/lib/client/packed-state';
import { createQueryClient } from '@/lib/client/query-client';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import type { AppInfo } from '@/lib/contract/versions';

export async function generateMetadata(): Promise<Metadata> {
  const { role } = (await getPageContext()).currentUser;
  // A 404 must not disclose the title.
  return role === 'product' ? { title: getText((await getUserPreferences()).locale).catalog.title } : {};
}

export default async function CatalogPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getPageContext();
  if (!page.app || page.currentUser.role !== 'product') notFound();
  const shown = parseSearchParams(catalogSearchParams, await searchParams);
  const queryClient = createQueryClient();
  const [versions, compared, template] = await Promise.all([
    page.listCatalogVersions(),
    shown.compare === '' ? null : page.findEdition(shown.compare),
    readTemplate(page.app),
    queryClient.prefetchQuery({
      ...editionsQueryOptions(shown),
      queryFn: () => page.listEditions(toEditionsInput(shown)),
      retry: false,
    }),
  ]);
  return (
    <QueryProvider state={pack(dehydrate(queryClient))}>
      <EditionListView
        shown={shown}
        template={template}
        hasLive={versions.some(({ active }) => active)}
        compared={compared}
      />
    </QueryProvider>
  );
}

/** The example of a price list, for the app. */
async function readTemplate({ title, currency }: AppInfo): Promise<string> {
  const example = await readFile(join(process.cwd(), 'examples/price-list.yml'), 'utf8');
  return example
    .replace(/^saasName: .*$/m, () => `saasName: ${JSON.stringify(title)}`)
    .replace(/^currency: .*$/m, `currency: ${currency}`);
}
