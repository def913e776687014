import type { Counting } from '@/lib/format/words';

/** `/history`: what happened when. */
export const history = ({ count, plural }: Counting) => {
  const features = (n: number) => `${count(n)} ${plural(n, { one: 'feature', other: 'features' })}`;
  const changes = (n: number) => plural(n, { one: 'change', other: 'changes' });
  return {
    title: 'History',
    lead: 'Every change of your plan, as it was when it was made.',
    failed: 'The history couldn’t be loaded',
    list: 'Changes, newest first',
    current: 'Current',
    /** Round the title of the plan before. */
    from: {
      upgrade: (title: string) => `Upgraded from ${title}`,
      downgrade: (title: string) => `Downgraded from ${title}`,
      none: (title: string) => `Switched from ${title}`,
    },
    began: 'Where it began',
    active: 'Active',
    soFar: (duration: string) => `${duration} so far`,
    priceThen: 'Price then',
    by: 'By',
    channels: {
      portal: (name: string) => `${name}, on these pages`,
      api: (name: string) => `${name}, through the API`,
      command: (name: string) => `${name}, by a command`,
    },
    reason: 'Why',
    lost: (n: number) => `Lost ${features(n)}`,
    gained: (n: number) => `Gained ${features(n)}`,
    beganWith: (n: number) => `Began with ${features(n)}`,
    sameFeatures: 'The features stayed the same.',
    andMore: (n: number) => `and ${count(n)} more`,
    showAll: (n: number) => `Show all ${count(n)} ${changes(n)}`,
    showOlder: (n: number) => `Show ${count(n)} older ${changes(n)}`,
    showingOlder: 'Looking further back…',
    olderFailed: 'Older changes couldn’t be loaded.',
    download: 'Download as CSV',
    empty: {
      title: 'No plan changes yet',
      body: 'Once your account has a plan, each change of it is kept here.',
      action: 'See the plans',
    },
    noAccount: {
      title: 'A history belongs to an account',
      visitor: 'Sign in to see which plans yours has had, and when.',
      signedIn: 'You’re signed in without an account, so there is no history to show.',
      elsewhere: 'Open this page from the product you use, signed in to your account.',
    },
  };
};
