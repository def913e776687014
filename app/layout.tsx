import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ChangesSection } from '@/components/changes/changes-section';
import { ConnectScript } from '@/components/embed/connect-script';
import { RecordClickScript } from '@/components/hydration-replay/record-click-script';
import { languages } from '@/components/i18n/languages';
import { NavigationFeedback } from '@/components/shell/navigation-feedback';
import { PlanChangedNotice } from '@/components/shell/plan-changed-notice';
import { SessionScript } from '@/components/shell/session-script';
import { SiteFooter } from '@/components/shell/site-footer';
import { SiteFrame } from '@/components/shell/site-frame';
import { SiteHeader, SkipLink } from '@/components/shell/site-header';
import { Banner } from '@/components/ui/banner';
import { listRequests } from '@/lib/client/list-requests';
import { getEmbeddedApp, getSharedApp } from '@/lib/http/pipeline/authenticate';
import { getNonce } from '@/lib/http/pipeline/content-security-policy';
import { fontClassNames } from './fonts';
import './globals.css';
import { getPageContext, getPageText, getSignInUrl, getUserPreferences } from './_server/page-context';
import { Providers } from './providers';

export const viewport: Viewport = { colorScheme: 'light dark', viewportFit: 'cover' };

export async function generateMetadata(): Promise<Metadata> {
  const { serverShell } = await getPageText();
  const page = await getPageContext().catch(() => null);
  const title = page?.app?.title ?? serverShell.defaultTitle;
  return { title: { default: title, template: `%s · ${title}` } };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { language, locale, timeZone, theme } = await getUserPreferences();
  const { serverShell } = await getPageText();
  // Without a database, the page shows the error; header and footer render without app and user.
  const page = await getPageContext().catch(() => null);
  const requestHeaders = await headers();
  const nonce = getNonce(requestHeaders);
  const isEmbedded = getEmbeddedApp(requestHeaders) !== null;
  const isShared = getSharedApp(requestHeaders) !== null;
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
      data-embedded={isEmbedded || undefined}
    >
      <head>
        {page?.brand.style && (
          <style nonce={nonce} suppressHydrationWarning>
            {page.brand.style}
          </style>
        )}
        {isEmbedded ? (
          <ConnectScript nonce={nonce} />
        ) : (
          <SessionScript nonce={nonce} user={page?.currentUser ?? null} />
        )}
        <RecordClickScript nonce={nonce} />
      </head>
      <body>
        <Providers
          locale={locale}
          timeZone={timeZone}
          appTimeZone={page?.timeZone ?? 'UTC'}
          embedded={isEmbedded}
          units={page?.app?.units}
          catalogText={{
            provider: page?.app?.title ?? '',
            language: page?.app?.language ?? null,
            listLanguage: page?.app?.list_language,
            contactUrl: page?.app?.contact_url ?? null,
            billingUrl: page?.app?.billing_url ?? null,
          }}
        >
          {isEmbedded ? (
            <div id="content">{children}</div>
          ) : (
            <SiteFrame
              header={
                <>
                  <SkipLink />
                  <NavigationFeedback />
                  <noscript>
                    <Banner>{serverShell.noScript}</Banner>
                  </noscript>
                  <SiteHeader
                    appTitle={page?.app?.title ?? null}
                    logo={page?.brand.logo ?? null}
                    user={page?.currentUser ?? null}
                    isShared={isShared}
                    hasAddOns={hasAddOns}
                    requestCount={changes ? listRequests(changes.payload).length : 0}
                    returnUrl={page?.returnUrl ?? null}
                    signInUrl={page && getSignInUrl(page)}
                  />
                  {changes && <ChangesSection loaded={changes} isOwner={isOwner} />}
                  <PlanChangedNotice hasAccount={account !== null} />
                </>
              }
              footer={<SiteFooter language={language} app={page?.app ?? null} theme={theme} />}
            >
              {children}
            </SiteFrame>
          )}
        </Providers>
      </body>
    </html>
  );
}
