import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { getPageText } from './_server/page-context';

export default async function NotFoundPage() {
  const { notFound } = await getPageText();
  return (
    <div className="measure">
      <PageHeading title={notFound.title} lead={notFound.body} />
      <TextLink href="/">{notFound.link}</TextLink>
    </div>
  );
}
