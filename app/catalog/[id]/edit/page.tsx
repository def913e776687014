import { loadEdition } from '@/app/catalog/load-edition';
import { getStaffTitle } from '@/app/staff-page';
import { EditionEditor } from '@/components/editions/edition-editor';
import { QueryProvider } from '@/components/ui/query-provider';

export const generateMetadata = () => getStaffTitle(['product'], (text) => text.catalog.title);

export default async function EditionEditorPage({ params }: { params: Promise<{ id: string }> }) {
  const { id, state } = await loadEdition(params);
  return (
    <QueryProvider state={state}>
      <EditionEditor id={id} />
    </QueryProvider>
  );
}
