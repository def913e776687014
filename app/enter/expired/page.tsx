import { getUserPreferences } from '@/app/page-context';
import { getText } from '@/components/i18n/get-text';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

export default async function LinkExpiredPage() {
  const { signInLink } = getText((await getUserPreferences()).locale);
  return (
    <div className="measure">
      <PageHeading title={signInLink.expired.title} lead={signInLink.expired.body} />
      <TextLink href="/">{signInLink.seePlans}</TextLink>
    </div>
  );
}
