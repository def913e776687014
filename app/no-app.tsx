import { getText } from '@/components/i18n/get-text';
import { PageHeading } from '@/components/ui/page-heading';
import { getUserPreferences } from './page-context';

/** Shown by every page when no app belongs to the host name. */
export async function NoApp() {
  const { noApp } = getText((await getUserPreferences()).locale);
  return (
    <div className="measure">
      <PageHeading title={noApp.title} lead={noApp.body} />
    </div>
  );
}
