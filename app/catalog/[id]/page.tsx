import { getStaffTitle, loadEdition } from '@/app/_server/staff-page';
import { EditionEditor } from '@/components/editions/edition-editor';
import { EditionView } from '@/components/editions/edition-view';

export const generateMetadata = () => getStaffTitle('catalog');

/** The table of a draft, and the review of any other edition. */
export default async function EditionPage({ params }: { params: Promise<{ id: string }> }) {
  const { app, edition, review } = await loadEdition(params);
  if (edition.state === 'draft') return <EditionEditor key={edition.id} edition={edition} review={review} />;
  return <EditionView key={edition.id} edition={edition} app={app} review={review} />;
}
