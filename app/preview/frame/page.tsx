import type { SearchParams } from 'nuqs/server';
import { FramedPage } from '@/components/preview/framed-page';
import { readPreview } from '../read-preview';
import styles from './frame.module.css';

/** What stands in the preview's window. Header and footer are the product team's own, so they are left out. */
export default async function PreviewFramePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { state, preview, demo } = await readPreview(searchParams);
  return (
    <div className={styles.frame}>
      <FramedPage data={preview.list.data} part={state.part} asAccount={preview.as !== null} demo={demo} />
    </div>
  );
}
