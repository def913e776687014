import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { getPageContext, getUserPreferences } from '@/app/_server/page-context';
import { prefetchPlans } from '@/app/_server/prefetch';
import { EmbedView } from '@/components/embed/embed-view';
import { embedSearchParams } from '@/lib/client/embed-params';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { getNonce } from '@/lib/http/pipeline/content-security-policy';
import { NoApp } from '../_server/empty-pages';
import { createEmbedTheme } from './embed-theme';

export const metadata: Metadata = { robots: { index: false } };

/** The plans in a frame of another page, as visitors see them. With a token, the browser loads those of the account. */
export default async function EmbedPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { theme } = await getUserPreferences();
  const query = await searchParams;
  const { css, warnings } = createEmbedTheme(query, theme);
  return (
    <>
      {css && (
        <style nonce={getNonce(await headers())} suppressHydrationWarning>
          {css}
        </style>
      )}
      <EmbedView
        state={await prefetchPlans(page)}
        warnings={warnings}
        firstView={parseSearchParams(embedSearchParams, query).view}
      />
    </>
  );
}
