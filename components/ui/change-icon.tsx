import { Icon } from './icon';

const colors = { plus: 'text-gained', minus: 'text-lost', dash: 'text-soft', tick: '' };

/** Beside what is gained, lost or changed, and with a tick beside what the account started with. */
export function ChangeIcon({ name, className = '' }: { name: keyof typeof colors; className?: string }) {
  return <Icon name={name} className={`${className} ${colors[name]}`} />;
}

export type ChangeIconName = keyof typeof colors;
