'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { isLanguage, type Language, languageCookie, languages } from '@/components/i18n/languages';
import { useText } from '@/components/i18n/text-provider';
import { setPreferenceCookie, type Theme, themeCookie, themes } from '@/components/ui/preference-cookie';
import { useOnline } from '@/components/ui/use-online';

/**
 * Lists each language by its own name. These are buttons and not radio buttons, so that moving through them with the arrow
 * keys does not change the language. The refresh keeps client state such as form input.
 */
export function LanguagePicker({ current }: { current: Language }) {
  const { shell } = useText();
  const router = useRouter();
  const online = useOnline();
  const [isRefreshing, startTransition] = useTransition();
  const selectLanguage = (language: Language) => {
    if (language === current || !online) return;
    setPreferenceCookie(languageCookie, language);
    startTransition(() => router.refresh());
  };
  return (
    <ul
      aria-label={shell.language}
      aria-busy={isRefreshing}
      className="screen-only -mx-2.5 flex items-center"
    >
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
              className="min-h-11 min-w-11 rounded-control px-2.5 text-small text-soft hover:text-ink aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8"
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

export function ThemePicker({ initial }: { initial: Theme }) {
  const { shell } = useText();
  const [theme, setTheme] = useState(initial);
  return (
    <fieldset className="screen-only -mx-2.5 flex items-center">
      <legend className="sr-only">{shell.theme.legend}</legend>
      {themes.map((option) => (
        <label
          key={option}
          className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control px-2.5 text-small text-soft has-checked:text-ink has-checked:underline has-checked:decoration-2 has-checked:underline-offset-8 has-focus-visible:outline-2 has-focus-visible:outline-ink hover:text-ink"
        >
          <input
            type="radio"
            name="theme"
            value={option}
            checked={theme === option}
            onChange={() => {
              setTheme(option);
              applyTheme(option);
            }}
            className="sr-only"
          />
          {shell.theme[option]}
        </label>
      ))}
    </fieldset>
  );
}
