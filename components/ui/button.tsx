import type { ComponentProps } from 'react';
import { classNames } from './class-names';

export type ButtonTone = 'solid' | 'outlined' | 'quiet';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-5 py-2.5 text-center text-body font-medium ' +
  'transition-colors aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-soft ' +
  'forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]';

const tones: Record<ButtonTone, string> = {
  solid: 'border border-ink bg-ink text-paper hover:bg-ink/85 hover:border-transparent active:bg-ink/75',
  outlined: 'border border-edge text-ink hover:border-ink hover:bg-sunk active:bg-line',
  quiet: 'border border-transparent text-ink hover:bg-sunk active:bg-line',
};

/** One look for what acts, be it a button or a link that leads to an action. */
export function buttonLook(tone: ButtonTone = 'outlined', extra?: string): string {
  return classNames(base, tones[tone], extra);
}

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone;
  /** Can't be used, and can still be reached, so that its reason is heard. Give the reason in `aria-describedby`. */
  blocked?: boolean;
}

export function Button({ tone, blocked = false, className, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={blocked || undefined}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
      className={buttonLook(tone, className)}
    />
  );
}
