import { getText } from '@/components/i18n/get-text';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { getUserPreferences } from './page-context';

export default async function NotFoundPage() {
  const { notFound } = getText((await getUserPreferences()).locale);
  return (
    <div className="measure">
      <PageHeading title={notFound.title} lead={notFound.body} />
      <TextLink href="/">{notFound.link}</TextLink>
    </div>
  );
}
