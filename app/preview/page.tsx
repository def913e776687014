import { getPageText } from '@/app/_server/page-context';
import { getStaffTitle, loadPreview } from '@/app/_server/staff-page';
import { PreviewView } from '@/components/preview/preview-view';
import type { PageSearchParams } from '@/lib/client/search-params';
import { NoPlans } from '../_server/empty-pages';

export const generateMetadata = () => getStaffTitle('preview');

export default async function PreviewPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const { state, preview, failures, listDrafts } = await loadPreview(searchParams);
  if (preview.list.data.versions.length + preview.hidden.length === 0) {
    return <NoPlans title={(await getPageText()).preview.title} />;
  }
  return <PreviewView state={state} preview={preview} failures={failures} drafts={await listDrafts()} />;
}
