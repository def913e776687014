import { notFound } from 'next/navigation';
import { getPageText } from '@/app/_server/page-context';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { staffUrls } from '@/lib/client/staff-urls';
import { signInProblems } from '@/lib/contract/staff-sign-in';

interface SignInProblemPageProps {
  params: Promise<{ problem: string }>;
}

export default async function SignInProblemPage({ params }: SignInProblemPageProps) {
  const { problem } = await params;
  const name = signInProblems.find((each) => each === problem);
  if (!name) notFound();
  const { staffSignIn } = await getPageText();
  const { title, body } = staffSignIn.problems[name];
  return (
    <div className="measure">
      <PageHeading title={title} lead={body} />
      <TextLink href={staffUrls.signIn()}>{staffSignIn.again}</TextLink>
    </div>
  );
}
