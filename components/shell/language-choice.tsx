'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { isLanguage, type Language, languageCookie, languages } from '@/components/text/languages';
import { useText } from '@/components/text/text-provider';
import { rememberChoice } from '@/components/ui/remember-choice';
import { useOnline } from '@/components/ui/use-online';

/**
 * Each language by its own name. Buttons, not radios: to change what a whole page says takes a press, not an arrow key on
 * the way to another. The page stays where it is, with all that was typed and opened in it.
 */
export function LanguageChoice({ current }: { current: Language }) {
  const { shell } = useText();
  const router = useRouter();
  const online = useOnline();
  const [changing, startTransition] = useTransition();
  const choose = (language: Language) => {
    if (language === current || !online) return;
    rememberChoice(languageCookie, language);
    startTransition(() => router.refresh());
  };
  return (
    <ul aria-label={shell.language} aria-busy={changing} className="screen-only -mx-2.5 flex items-center">
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
              onClick={() => choose(language)}
              className="min-h-11 min-w-11 rounded-control px-2.5 text-small text-soft hover:text-ink aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8"
            >
              {languages[language].name}
            </button>
          </li>
        ))}
    </ul>
  );
}
