import { getPageText } from '@/app/_server/page-context';
import { PageHeading } from '@/components/ui/page-heading';

export default async function SignInLaterPage() {
  const { signInLink } = await getPageText();
  return (
    <div className="measure">
      <PageHeading title={signInLink.unavailable.title} lead={signInLink.unavailable.body} />
    </div>
  );
}
