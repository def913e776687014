import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';

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
