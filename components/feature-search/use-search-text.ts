'use client';

import { type FormEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** The field has the text, also what is entered before hydration; the URL follows it. Another URL changes the field. */
export function useSearchText(query: string, onChange: (text: string) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const written = useRef(query);
  /** What was entered since the field had the focus. */
  const entered = useRef(new Set<string>());
  const isHydrated = useRef(false);
  const follow = useEffectEvent((text: string) => {
    if (text === written.current) return;
    written.current = text;
    entered.current.add(text);
    onChange(text);
  });
  useLayoutEffect(() => {
    if (!ref.current) return;
    if (isHydrated.current) {
      // On a slow device, the router shows what was entered before once more.
      const isOutdated = entered.current.has(query) && document.activeElement === ref.current;
      if (query === written.current || isOutdated) return;
      ref.current.value = query;
      written.current = query;
    } else {
      isHydrated.current = true;
      follow(ref.current.value);
    }
  }, [query]);
  return {
    ref,
    defaultValue: query,
    onBlur: () => entered.current.clear(),
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => follow(currentTarget.value),
  };
}
