'use client';

import { type FormEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** The field has the text, also what is entered before hydration; the URL follows it. Another URL changes the field. */
export function useSearchText(query: string, onChange: (text: string) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const written = useRef(query);
  const isHydrated = useRef(false);
  const follow = useEffectEvent((text: string) => {
    if (text === written.current) return;
    written.current = text;
    onChange(text);
  });
  useLayoutEffect(() => {
    if (!ref.current) return;
    if (isHydrated.current) {
      if (query !== written.current) ref.current.value = query;
      written.current = query;
    } else {
      isHydrated.current = true;
      follow(ref.current.value);
    }
  }, [query]);
  return {
    ref,
    defaultValue: query,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => follow(currentTarget.value),
  };
}
