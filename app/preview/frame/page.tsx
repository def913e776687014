import { loadPreview } from '@/app/_server/staff-page';
import { PreviewFrameContent } from '@/components/preview/preview-frame-content';
import type { PageSearchParams } from '@/lib/client/search-params';

/** The page inside the preview's iframe. `SiteFrame` omits header and footer for it. */
export default async function PreviewFramePage({
  searchParams,
}: {
  searchParams: Promise<PageSearchParams>;
}) {
  const { state, preview, demo } = await loadPreview(searchParams);
  return <PreviewFrameContent preview={preview} state={state} demo={demo} />;
}
