import { getStaffPage } from '@/app/_server/staff-page';
import { DraftFrameContent } from '@/components/editions/draft-frame-content';

/** The page inside the editor's iframe, which shows what the editor sends to it. */
export default async function EditionFramePage() {
  await getStaffPage('catalog');
  return <DraftFrameContent />;
}
