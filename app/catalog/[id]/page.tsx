import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { loadEdition } from '@/app/catalog/load-edition';
import { getPageContext, getUserPreferences } from '@/app/page-context';
import { EditionView } from '@/components/editions/edition-view';
import { getText } from '@/components/i18n/get-text';
import { QueryProvider } from '@/components/ui/query-provider';
import { pack } from '@/lib/client/packed-state';

export async function generateMetadata(): Promise<Metadata> {
  const { role } = (await getPageContext()).currentUser;
  // A 404 must not disclose the title.
  return role === 'product' ? { title: getText((await getUserPreferences()).locale).catalog.title } : {};
}

export default async function EditionPage({ params }: { params: Promise<{ id: string }> }) {
  const { app, id, queryClient } = await loadEdition(params);
  return (
    <QueryProvider state={pack(dehydrate(queryClient))}>
      <EditionView id={id} app={app} />
    </QueryProvider>
  );
}
