import type { SearchParams } from 'nuqs/server';
import { FramedPage } from '@/components/preview/framed-page';
import { readPreview } from '../read-preview';

/** What stands in the preview's window. Header and footer are the product team's own, so the layout leaves them out. */
export default async function PreviewFramePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { state, preview, demo } = await readPreview(searchParams);
  return (
    <FramedPage data={preview.list.data} part={state.part} asAccount={preview.as !== null} demo={demo} />
  );
}
