'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useTransition } from 'react';
import { isLanguage, type Language, languages } from '@/components/i18n/languages';
import { setPreferenceCookie, type Theme, themeCookie } from '@/components/i18n/preference-cookie';
import { useOnline } from '@/components/ui/use-online';
import { languageCookie } from '@/lib/contract/page-languages';

/**
 * Lists each language by its own name. These are buttons and not radio buttons, so that moving through them with the arrow
 * keys does not change the language. The refresh keeps client state such as form input.
 */
export function LanguagePicker({ current, label }: { current: Language; label: string }) {
  const router = useRouter();
  const online = useOnline();
  const [isRefreshing, startTransition] = useTransition();
  const selectLanguage = (language: Language) => {
    if (language === current || !online) return;
    setPreferenceCookie(languageCookie, language);
    startTransition(() => router.refresh());
  };
  return (
    <ul aria-label={label} aria-busy={isRefreshing} className="screen-only -mx-2.5 flex items-center">
      {Object.keys(languages)
        .filter(isLanguage)
        .map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={language}
              dir={languages[language].dir}
              aria-current={language === current || undefined}
              aria-disabled={!online || undefined}
              onClick={() => selectLanguage(language)}
              className="preference"
            >
              {languages[language].name}
            </button>
          </li>
        ))}
    </ul>
  );
}

function applyTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  setPreferenceCookie(themeCookie, theme === 'system' ? null : theme);
}

/** Applies the chosen radio button, which the server renders. */
export function ThemePicker({ children }: { children: ReactNode }) {
  return (
    <fieldset
      onChange={({ target }) => applyTheme((target as unknown as HTMLInputElement).value as Theme)}
      className="screen-only -mx-2.5 flex items-center"
    >
      {children}
    </fieldset>
  );
}
