import type { ReactNode } from 'react';
import { classNames } from './class-names';

const paths = {
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  tick: 'M3 8.5l3.2 3.2L13 4.6',
  dash: 'M5 8h6',
  cross: 'M4 4l8 8M12 4l-8 8',
  expand: 'M3.5 6l4.5 4.5l4.5-4.5',
  collapse: 'M3.5 10.5l4.5-4.5l4.5 4.5',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 5v3.2l2.2 1.6',
  off: 'M4 8h8',
  back: 'M13 8H3.5M7.5 3.5L3 8l4.5 4.5',
};

export type IconName = keyof typeof paths;

/** An icon as large as the text around it. Its shape carries the meaning, so that color is never the only signal. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className={classNames('icon', className)}>
      <path d={paths[name]} />
    </svg>
  );
}

type StateIcon = Extract<IconName, 'tick' | 'cross' | 'clock' | 'off'>;

/** A state with an icon before it. */
export function StateLabel({ icon, children }: { icon: StateIcon; children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <Icon name={icon} className={classNames('relative top-[0.125em]', icon === 'cross' && 'text-lost')} />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
