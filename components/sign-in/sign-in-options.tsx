import { interpolate } from '@/components/i18n/interpolate';
import { getRequestText } from '@/components/i18n/server-text';
import { buttonClassName } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';
import type { signInSearchParams } from '@/lib/client/page-urls';
import type { SearchParamValues } from '@/lib/client/search-params';
import { staffUrls } from '@/lib/client/staff-urls';
import type { DemoSignInOption } from '@/lib/contract/current-user';

interface DemoUsersProps {
  people: DemoSignInOption[];
  /** What the user continues with. */
  chosen: SearchParamValues<typeof signInSearchParams>;
}

/** The users of the demo. Each row is an HTML form, so that signing in works without JavaScript. */
export function DemoUsers({ people, chosen }: DemoUsersProps) {
  const { serverShell, signIn, ui } = getRequestText();
  if (people.length === 0) return <p className="border-t-2 border-rule pt-4">{signIn.noUsers}</p>;
  return (
    <ul className="border-t-2 border-b border-t-rule border-b-line">
      {people.map(({ id, name, role, accountTitle, about }) => (
        <li
          key={id}
          className="grid grid-cols-1 items-baseline gap-x-8 gap-y-1 border-line border-t py-5 first:border-t-0 middle:grid-cols-[14rem_1fr_auto] middle:py-6"
        >
          <div>
            <h2 className="text-lead">
              <bdi>{name}</bdi>
            </h2>
            <p className="text-small text-soft">
              {serverShell.roles[role]}
              {accountTitle && (
                <>
                  {ui.comma}
                  <bdi>{accountTitle}</bdi>
                </>
              )}
            </p>
          </div>
          <p className="max-w-[52ch] text-soft">
            <bdi>{about}</bdi>
          </p>
          <form method="post" action="/api/portal/demo" className="pt-3 middle:pt-0">
            <input type="hidden" name="person" value={id} />
            {chosen.plan && <input type="hidden" name="plan" value={chosen.plan} />}
            <input type="hidden" name="seats" value={chosen.seats ?? ''} />
            {chosen.period && <input type="hidden" name="period" value={chosen.period} />}
            <button type="submit" className={buttonClassName('outlined', 'w-full')}>
              {signIn.submit}
              <span className="sr-only"> {interpolate(signIn.asUser, [<bdi key="name">{name}</bdi>])}</span>
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}

interface StaffSignInProps {
  app: string;
  /** The page to open afterwards. Empty for the plans. */
  path: string;
}

/** Leads staff to the issuer of their company. A link, because the policy of the page allows no form that leads elsewhere. */
export function StaffSignIn({ app, path }: StaffSignInProps) {
  const { serverShell, staffSignIn } = getRequestText();
  return (
    <div className="pb-8">
      <PageHeading title={serverShell.signIn} lead={interpolate(staffSignIn.lead, [app])} />
      <a href={staffUrls.startSignIn({ path })} className={buttonClassName('solid')}>
        {staffSignIn.submit}
      </a>
    </div>
  );
}
