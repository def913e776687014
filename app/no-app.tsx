import { PageHeading } from '@/components/ui/page-heading';
import { getPageText } from './page-context';

/** Shown by every page when no app belongs to the host name. */
export async function NoApp() {
  const { noApp } = await getPageText();
  return (
    <div className="measure">
      <PageHeading title={noApp.title} lead={noApp.body} />
    </div>
  );
}
