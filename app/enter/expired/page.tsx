import { getPageText } from '@/app/_server/page-context';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

export default async function LinkExpiredPage() {
  const { notFound, signInLink } = await getPageText();
  return (
    <div className="measure">
      <PageHeading title={signInLink.expired.title} lead={signInLink.expired.body} />
      <TextLink href="/">{notFound.link}</TextLink>
    </div>
  );
}
