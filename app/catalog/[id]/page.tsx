import { loadEdition } from '@/app/catalog/load-edition';
import { getStaffTitle } from '@/app/staff-page';
import { EditionView } from '@/components/editions/edition-view';
import { QueryProvider } from '@/components/ui/query-provider';

export const generateMetadata = () => getStaffTitle(['product'], (text) => text.catalog.title);

export default async function EditionPage({ params }: { params: Promise<{ id: string }> }) {
  const { app, id, state } = await loadEdition(params);
  return (
    <QueryProvider state={state}>
      <EditionView id={id} app={app} />
    </QueryProvider>
  );
}
