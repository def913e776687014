import { notFound } from 'next/navigation';
import { getPageContext, getPageText, getTitle } from '@/app/page-context';
import { DemoUsers } from '@/components/sign-in/demo-users';
import { PageHeading } from '@/components/ui/page-heading';
import { signInSearchParams } from '@/lib/client/page-urls';
import { type PageSearchParams, parseSearchParams } from '@/lib/client/search-params';

export const generateMetadata = () => getTitle((text) => text.serverShell.signIn);

interface SignInPageProps {
  searchParams: Promise<PageSearchParams>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const users = await (await getPageContext()).listDemoUsers();
  if (users === null) notFound();
  const { signIn } = await getPageText();
  return (
    <div className="measure">
      <PageHeading title={signIn.title} lead={signIn.lead} />
      <DemoUsers people={users} chosen={parseSearchParams(signInSearchParams, await searchParams)} />
    </div>
  );
}
