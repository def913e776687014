import type { Counting } from '@/lib/format/words';

/** `/preview`: for the product team alone. */
export const preview = ({ count, plural }: Counting) => ({
  title: 'Preview',
  lead: 'Your pricing as a customer would see it, with plans that are not public yet.',
  banner: 'Preview. Nothing here is saved, and nothing can be switched.',
  controls: 'What to preview',
  hidden: 'Show plans that aren’t public',
  noHidden: 'Every plan is public already.',
  lookAs: 'Look as',
  visitor: 'A visitor',
  accounts: 'Accounts',
  findAccount: 'Find an account',
  accountGone: 'That account isn’t there any more.',
  part: 'Page',
  parts: { plans: 'Plans', compare: 'Comparison' },
  width: 'Width',
  widths: (pixels: string) => `${pixels} px`,
  frame: {
    plans: 'The plans, as they will be',
    compare: 'The comparison, as it will be',
    refused: 'Links and buttons lead nowhere in a preview.',
  },
  section: 'The preview',
  checks: 'Checks',
  allGood: 'Nothing stands out.',
  findings: (n: number) => `${count(n)} ${plural(n, { one: 'thing', other: 'things' })} to look at`,
  check: {
    feature_in_no_version: 'In no plan',
    feature_in_all_versions: 'In every plan',
    no_price: 'No price',
    no_description: 'No description',
    duplicate_title: 'The same title twice',
  },
  checkMeans: {
    feature_in_no_version: 'Nobody can have these features.',
    feature_in_all_versions: 'These features tell no plan from another.',
    no_price: 'Shown as “Price on request”.',
    no_description: 'The card has a title and nothing under it.',
    duplicate_title: 'Readers can’t tell these plans apart.',
  },
  andMore: (n: number) => `and ${count(n)} more`,
});
