import type { ComponentProps } from 'react';
import { classNames } from './class-names';

type ButtonTone = 'solid' | 'outlined' | 'quiet';

const baseClassName =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-5 py-2.5 text-center text-body font-medium ' +
  'transition-colors aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-soft ' +
  'forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]';

const toneClassNames: Record<ButtonTone, string> = {
  solid:
    'border border-accent bg-accent text-paper hover:bg-accent/85 hover:border-transparent active:bg-accent/75 ' +
    'forced-colors:not-aria-disabled:forced-color-adjust-none forced-colors:not-aria-disabled:border-[ButtonText] ' +
    'forced-colors:not-aria-disabled:bg-[ButtonText] forced-colors:not-aria-disabled:text-[ButtonFace]',
  outlined: 'border border-edge text-ink hover:border-ink hover:bg-sunk active:bg-line',
  quiet: 'border border-transparent text-ink hover:bg-sunk active:bg-line',
};

/** Class names of a button, also for links that look like one. */
export function buttonClassName(tone: ButtonTone = 'outlined', extra?: string): string {
  return classNames(baseClassName, toneClassNames[tone], extra);
}

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone;
  /** Disabled through `aria-disabled`, so that the button stays focusable. Give the reason in `aria-describedby`. */
  blocked?: boolean;
}

export function Button({ tone, blocked = false, className, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={blocked || undefined}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
      className={buttonClassName(tone, className)}
    />
  );
}
