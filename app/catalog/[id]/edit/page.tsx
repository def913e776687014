import { getStaffTitle, loadEdition } from '@/app/_server/staff-page';
import { EditionEditor } from '@/components/editions/edition-editor';

export const generateMetadata = () => getStaffTitle('catalog');

export default async function EditionEditorPage({ params }: { params: Promise<{ id: string }> }) {
  const { edition, review } = await loadEdition(params);
  return <EditionEditor key={edition.id} edition={edition} review={review} />;
}
