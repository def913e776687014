import { getUserPreferences } from '@/app/page-context';
import { getText } from '@/components/i18n/get-text';
import { PageHeading } from '@/components/ui/page-heading';

export default async function SignInLaterPage() {
  const { signInLink } = getText((await getUserPreferences()).locale);
  return (
    <div className="measure">
      <PageHeading title={signInLink.unavailable.title} lead={signInLink.unavailable.body} />
    </div>
  );
}
