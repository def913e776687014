import type { Language } from '@/components/text/languages';
import { text } from '@/components/text/text';
import type { AppInfo } from '@/lib/contract/version-list';
import { LanguageChoice } from './language-choice';
import type { Theme } from './theme';
import { ThemeChoice } from './theme-choice';

interface SiteFooterProps {
  locale: string;
  language: Language;
  app: AppInfo | null;
  theme: Theme;
}

export function SiteFooter({ locale, language, app, theme }: SiteFooterProps) {
  const { shell } = text(locale);
  return (
    <footer className="mt-24">
      <div className="measure">
        <div className="flex flex-wrap items-center justify-between gap-x-8 border-t border-line py-4 text-small text-soft">
          <p>
            {app && (
              <>
                <bdi>{app.title}</bdi> · {shell.currencyNote(app.currency)}
              </>
            )}
          </p>
          <div className="flex flex-wrap gap-x-8">
            <LanguageChoice current={language} />
            <ThemeChoice initial={theme} />
          </div>
        </div>
      </div>
    </footer>
  );
}
