'use client';

import { useState } from 'react';
import { useText } from '@/components/text/text-provider';
import { rememberChoice } from '@/components/ui/remember-choice';
import { type Theme, themeCookie, themes } from './theme';

function wear(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  rememberChoice(themeCookie, theme === 'system' ? null : theme);
}

export function ThemeChoice({ initial }: { initial: Theme }) {
  const { shell } = useText();
  const [theme, setTheme] = useState(initial);
  return (
    <fieldset className="screen-only -mx-2.5 flex items-center">
      <legend className="sr-only">{shell.theme.legend}</legend>
      {themes.map((choice) => (
        <label
          key={choice}
          className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control px-2.5 text-small text-soft has-checked:text-ink has-checked:underline has-checked:decoration-2 has-checked:underline-offset-8 has-focus-visible:outline-2 has-focus-visible:outline-ink hover:text-ink"
        >
          <input
            type="radio"
            name="theme"
            value={choice}
            checked={theme === choice}
            onChange={() => {
              setTheme(choice);
              wear(choice);
            }}
            className="sr-only"
          />
          {shell.theme[choice]}
        </label>
      ))}
    </fieldset>
  );
}
