import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { PageHeading } from '@/components/ui/page-parts';
import { setupPath } from '@/lib/contract/setup';
import { getEmbeddedApp } from '@/lib/http/pipeline/authenticate';
import { getPageContext, getPageText } from './page-context';

/** Shown by every page when no app belongs to the host name. Without any app, leads to the page that creates one. */
export async function NoApp() {
  const page = await getPageContext();
  const isEmbedded = getEmbeddedApp(await headers()) !== null;
  if (!isEmbedded && (await page.getSetupState('')) !== 'done') redirect(setupPath);
  const { noApp } = await getPageText();
  return (
    <div className="measure">
      <PageHeading title={noApp.title} lead={noApp.body} />
    </div>
  );
}
