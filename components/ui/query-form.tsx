'use client';

import { useSearchParams } from 'next/navigation';
import type { ComponentProps } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { buttonClassName } from './button';

interface QueryFormProps extends ComponentProps<'form'> {
  /** The params of its fields. The others are kept. */
  params: readonly string[];
}

/** Fields that change the query string at once. Without JavaScript, a button submits them. */
export function QueryForm({ params, children, ...rest }: QueryFormProps) {
  const { ui } = useText();
  const others = [...useSearchParams()].filter(([name]) => !params.includes(name));
  return (
    <form {...rest} onSubmit={(event) => event.preventDefault()}>
      {children}
      <noscript>
        {others.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={buttonClassName()}>
          {ui.apply}
        </button>
      </noscript>
    </form>
  );
}
