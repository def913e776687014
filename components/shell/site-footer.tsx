import type { Language } from '@/components/i18n/languages';
import { type Theme, themes } from '@/components/i18n/preference-cookie';
import { getRequestText } from '@/components/i18n/server-text';
import { TextLink } from '@/components/ui/text-link';
import { staffUrls } from '@/lib/client/staff-urls';
import type { AppInfo } from '@/lib/contract/versions';
import { LanguagePicker, ThemePicker } from './preference-pickers';

interface SiteFooterProps {
  language: Language;
  app: AppInfo | null;
  theme: Theme;
}

export function SiteFooter({ language, app, theme }: SiteFooterProps) {
  const { shell, serverShell } = getRequestText();
  return (
    <footer className="mt-24">
      <div className="measure">
        <div className="flex flex-wrap items-center justify-between gap-x-8 border-t border-line py-4 text-small text-soft">
          <p>
            {app && (
              <>
                <bdi>{app.title}</bdi> · {serverShell.currencyNote(app.currency)}
              </>
            )}
            <span className="screen-only">
              {app && ' · '}
              <TextLink href={staffUrls.docs()} className={app ? undefined : 'inline-block py-0.5'}>
                {serverShell.apiReference}
              </TextLink>
            </span>
          </p>
          <div className="flex flex-wrap gap-x-8">
            <LanguagePicker current={language} label={shell.language} />
            <ThemePicker>
              <legend className="sr-only">{shell.theme.legend}</legend>
              {themes.map((option) => (
                <label key={option} className="preference">
                  <input
                    type="radio"
                    name="theme"
                    value={option}
                    defaultChecked={theme === option}
                    className="sr-only"
                  />
                  {shell.theme[option]}
                </label>
              ))}
            </ThemePicker>
          </div>
        </div>
      </div>
    </footer>
  );
}
