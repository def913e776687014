import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getPageContext, getPageText, getUserPreferences } from '@/app/_server/page-context';
import { readTemplate } from '@/app/_server/read-template';
import { SetupForm } from '@/components/setup/setup-form';
import { Code } from '@/components/ui/inline-text';
import { PageHeading } from '@/components/ui/page-heading';
import { pageUrls } from '@/lib/client/page-urls';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { setupSearchParams } from '@/lib/client/setup';
import { currencyCodes } from '@/lib/contract/currency-digits';

export async function generateMetadata(): Promise<Metadata> {
  const { setup } = await getPageText();
  // The URL has a secret.
  return { title: setup.title, referrer: 'no-referrer' };
}

/** Creates the first app. Without a valid link, says where the link is. */
export default async function SetupPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const { link } = parseSearchParams(setupSearchParams, await searchParams);
  const state = await (await getPageContext()).getSetupState(link);
  if (state === 'done') redirect(pageUrls.plans());
  const { setup } = await getPageText();
  if (state === 'link_invalid') {
    return (
      <div className="measure">
        <PageHeading title={setup.title} lead={link === '' ? setup.noLink : setup.linkInvalid} />
        <p className="max-w-[60ch]">{setup.whereLink}</p>
        <p className="mt-6">{setup.command}</p>
        <Code>npm run catalog -- init --app NAME</Code>
      </div>
    );
  }
  const names = new Intl.DisplayNames((await getUserPreferences()).locale, { type: 'currency' });
  return (
    <div className="measure">
      <PageHeading title={setup.title} lead={setup.lead} />
      <SetupForm
        link={link}
        template={await readTemplate()}
        currencies={currencyCodes.map((code) => [code, `${code} · ${names.of(code)}`])}
      />
    </div>
  );
}
