import { notFound } from 'next/navigation';
import { getPageContext } from '@/app/page-context';
import { DraftFrameContent } from '@/components/editions/draft-frame-content';

/** The page inside the editor's iframe, which shows what the editor sends to it. */
export default async function EditionFramePage() {
  const { app, currentUser } = await getPageContext();
  if (!app || currentUser.role !== 'product') notFound();
  return <DraftFrameContent />;
}
