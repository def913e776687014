import { getPageText } from '@/app/_server/page-context';
import { getStaffTitle } from '@/app/_server/staff-page';
import { PreviewView } from '@/components/preview/preview-view';
import type { PageSearchParams } from '@/lib/client/search-params';
import { loadPreview } from '../_server/load-preview';
import { NoPlans } from '../_server/no-plans';

export const generateMetadata = () => getStaffTitle('preview', (text) => text.preview.title);

export default async function PreviewPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const { state, preview, failures, listDrafts } = await loadPreview(searchParams);
  if (preview.list.data.versions.length + preview.hidden.length === 0) {
    return <NoPlans title={(await getPageText()).preview.title} />;
  }
  return <PreviewView state={state} preview={preview} failures={failures} drafts={await listDrafts()} />;
}
