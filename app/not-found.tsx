import { getText } from '@/components/i18n/get-text';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { getUserPreferences } from './page-context';

export default async function NotFoundPage() {
  const { shell } = getText((await getUserPreferences()).locale);
  return (
    <div className="measure">
      <PageHeading title={shell.notFound.title} lead={shell.notFound.body} />
      <TextLink href="/">{shell.notFound.link}</TextLink>
    </div>
  );
}
