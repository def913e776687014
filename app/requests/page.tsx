import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getPageContext, getSignInUrl, getUserPreferences } from '@/app/page-context';
import { RequestsView } from '@/components/changes/requests-view';
import { NoAccount } from '@/components/history/no-account';
import { getText } from '@/components/i18n/get-text';
import { PageHeading } from '@/components/ui/page-heading';
import { QueryProvider } from '@/components/ui/query-provider';
import { pack } from '@/lib/client/packed-state';
import { createQueryClient } from '@/lib/client/query-client';
import { changesQueryKey } from '@/lib/client/query-keys';
import { NoApp } from '../no-app';

export async function generateMetadata(): Promise<Metadata> {
  return { title: getText((await getUserPreferences()).locale).changes.requests.title };
}

/** What members ask for. */
export default async function RequestsPage() {
  const page = await getPageContext();
  if (!page.app) return <NoApp />;
  const { locale } = await getUserPreferences();
  const { title, lead } = getText(locale).changes.requests;
  if (!page.currentUser.account) {
    return (
      <div className="measure">
        <PageHeading title={title} />
        <NoAccount user={page.currentUser} locale={locale} signInUrl={getSignInUrl(page)} />
      </div>
    );
  }
  const queryClient = createQueryClient();
  await queryClient.prefetchQuery({ queryKey: changesQueryKey, queryFn: page.listChanges, retry: false });
  return (
    <div className="measure">
      <PageHeading title={title} lead={lead} />
      <QueryProvider state={pack(dehydrate(queryClient))}>
        <RequestsView isOwner={page.currentUser.role === 'owner'} />
      </QueryProvider>
    </div>
  );
}
