import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { KeepPress } from '@/components/early/keep-press';
import { FollowSwitches } from '@/components/shell/follow-switches';
import { OfflineBanner } from '@/components/shell/offline-banner';
import { SiteFooter } from '@/components/shell/site-footer';
import { SiteFrame } from '@/components/shell/site-frame';
import { SiteHeader } from '@/components/shell/site-header';
import { SkipLink } from '@/components/shell/skip-link';
import { languages } from '@/components/text/languages';
import { text } from '@/components/text/text';
import { nonceOf } from '@/lib/http/page-policy';
import { faces } from './faces';
import './globals.css';
import { Providers } from './providers';
import { readReader } from './reader';
import { openThisPage } from './this-page';

export const viewport: Viewport = { colorScheme: 'light dark', viewportFit: 'cover' };

export async function generateMetadata(): Promise<Metadata> {
  const { locale } = await readReader();
  const page = await openThisPage().catch(() => null);
  const title = page?.app?.title ?? text(locale).shell.untitledApp;
  return { title: { default: title, template: `%s · ${title}` } };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { language, locale, timeZone, theme } = await readReader();
  // A database that's gone is the page's to tell; header and footer stand without it.
  const page = await openThisPage().catch(() => null);
  return (
    <html
      lang={new Intl.Locale(locale).baseName}
      dir={languages[language].dir}
      className={faces}
      data-theme={theme === 'system' ? undefined : theme}
    >
      <head>
        <KeepPress nonce={nonceOf(await headers())} />
      </head>
      <body>
        <Providers locale={locale} timeZone={timeZone}>
          <SiteFrame
            header={
              <>
                <SkipLink locale={locale} />
                <OfflineBanner />
                <SiteHeader
                  locale={locale}
                  appTitle={page?.app?.title ?? null}
                  viewer={page?.viewer ?? null}
                />
                <FollowSwitches hasAccount={Boolean(page?.viewer.account)} />
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
