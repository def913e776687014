import { getStaffTitle, loadEdition } from '@/app/_server/staff-page';
import { EditionView } from '@/components/editions/edition-view';

export const generateMetadata = () => getStaffTitle('catalog');

export default async function ReviewPage({ params }: { params: Promise<{ id: string }> }) {
  const { app, edition, review } = await loadEdition(params);
  return <EditionView key={edition.id} edition={edition} app={app} review={review} />;
}
