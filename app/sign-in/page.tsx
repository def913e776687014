import { notFound } from 'next/navigation';
import { getPageContext, getPageText, getTitle } from '@/app/_server/page-context';
import { DemoUsers, StaffSignIn } from '@/components/sign-in/sign-in-options';
import { PageHeading } from '@/components/ui/page-heading';
import { signInSearchParams } from '@/lib/client/page-urls';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';
import { staffSignInSearchParams } from '@/lib/client/staff-urls';

export const generateMetadata = () => getTitle((text) => text.serverShell.signIn);

interface SignInPageProps {
  searchParams: Promise<PageSearchParams>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const page = await getPageContext();
  const users = await page.listDemoUsers();
  const hasStaffSignIn = await page.hasStaffSignIn();
  if (users === null && !hasStaffSignIn) notFound();
  const { signIn } = await getPageText();
  const params = await searchParams;
  return (
    <div className="measure">
      {hasStaffSignIn ? (
        <StaffSignIn
          app={page.app?.title ?? ''}
          path={parseSearchParams(staffSignInSearchParams, params).path}
        />
      ) : (
        <PageHeading title={signIn.title} lead={signIn.lead} />
      )}
      {users && hasStaffSignIn && <p className="pb-4 text-soft">{signIn.lead}</p>}
      {users && <DemoUsers people={users} chosen={parseSearchParams(signInSearchParams, params)} />}
    </div>
  );
}
