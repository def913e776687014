import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ChangesSection } from '@/components/changes/changes-section';
import { RecordClickScript } from '@/components/hydration-replay/record-click-script';
import { getText } from '@/components/i18n/get-text';
import { languages } from '@/components/i18n/languages';
import { NavigationFeedback } from '@/components/shell/navigation-feedback';
import { PlanChangedNotice } from '@/components/shell/plan-changed-notice';
import { SessionScript } from '@/components/shell/session-script';
import { SiteFooter } from '@/components/shell/site-footer';
import { SiteFrame } from '@/components/shell/site-frame';
import { SiteHeader, SkipLink } from '@/components/shell/site-header';
import { Banner } from '@/components/ui/banner';
import { listRequests } from '@/lib/client/list-requests';
import { getNonce } from '@/lib/http/content-security-policy';
import { fontClassNames } from './fonts';
import './globals.css';
import { getPageContext, getSignInUrl, getUserPreferences } from './page-context';
import { Providers } from './providers';

export const viewport: Viewport = { colorScheme: 'light dark', viewportFit: 'cover' };

export async function generateMetadata(): Promise<Metadata> {
  const { locale } = await getUserPreferences();
  const page = await getPageContext().catch(() => null);
  const title = page?.app?.title ?? getText(locale).serverShell.defaultTitle;
  return { title: { default: title, template: `%s · ${title}` } };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { language, locale, timeZone, theme } = await getUserPreferences();
  // Without a database, the page shows the error; header and footer render without app and user.
  const page = await getPageContext().catch(() => null);
  const nonce = getNonce(await headers());
  const hasAddOns = (await page?.hasAddOns().catch(() => false)) ?? false;
  const account = page?.currentUser.account ?? null;
  const isOwner = page?.currentUser.role === 'owner';
  // A page without them is better than none.
  const changes = account && (await page?.listOpenChanges().catch(() => null));
  return (
    <html
      lang={new Intl.Locale(locale).baseName}
      dir={languages[language].dir}
      className={fontClassNames}
      data-theme={theme === 'system' ? undefined : theme}
    >
      <head>
        {/* The Content-Security-Policy has its hash. */}
        {page?.brand.style && <style>{page.brand.style}</style>}
        <SessionScript nonce={nonce} user={page?.currentUser ?? null} />
        <RecordClickScript nonce={nonce} />
      </head>
      <body>
        <Providers
          locale={locale}
          timeZone={timeZone}
          catalogText={{ language: page?.app?.language ?? null, contactUrl: page?.app?.contact_url ?? null }}
        >
          <SiteFrame
            header={
              <>
                <SkipLink locale={locale} />
                <NavigationFeedback />
                <noscript>
                  <Banner>{getText(locale).serverShell.noScript}</Banner>
                </noscript>
                <SiteHeader
                  locale={locale}
                  appTitle={page?.app?.title ?? null}
                  logo={page?.brand.logo ?? null}
                  user={page?.currentUser ?? null}
                  hasAddOns={hasAddOns}
                  requestCount={changes ? listRequests(changes.payload).length : 0}
                  returnUrl={page?.returnUrl ?? null}
                  signInUrl={page && getSignInUrl(page)}
                />
                {changes && (
                  <ChangesSection loaded={changes} isOwner={isOwner} provider={page?.app?.title ?? ''} />
                )}
                <PlanChangedNotice hasAccount={account !== null} />
              </>
            }
            footer={<SiteFooter locale={locale} language={language} app={page?.app ?? null} theme={theme} />}
          >
            {children}
          </SiteFrame>
        </Providers>
      </body>
    </html>
  );
}
