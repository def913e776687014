import { interpolate } from '@/components/i18n/interpolate';
import { getRequestText } from '@/components/i18n/server-text';
import { buttonClassName } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-parts';
import { staffUrls } from '@/lib/client/staff-urls';

interface StaffSignInProps {
  app: string;
  /** The page to open afterwards. Empty for the plans. */
  path: string;
}

/** Leads staff to the issuer of their company. A link, because the policy of the page allows no form that leads elsewhere. */
export function StaffSignIn({ app, path }: StaffSignInProps) {
  const { staffSignIn } = getRequestText();
  return (
    <div className="pb-8">
      <PageHeading title={staffSignIn.title} lead={interpolate(staffSignIn.lead, [app])} />
      <a href={staffUrls.startSignIn({ path })} className={buttonClassName('solid')}>
        {staffSignIn.submit}
      </a>
    </div>
  );
}
