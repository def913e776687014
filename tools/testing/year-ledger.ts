// What each account of lib/price-list/publish/year-of-changes.db.test.ts has, written by hand from the documentation. It
// imports nothing, so that it shares no code with the service.

/** Account, day, and what the account has from that day until its next line: plan, price, features and limits. */
const ledger = `
# Starter, monthly. Stays at the price of before January: later editions are dearer, or keep their accounts by request.
monthly     | Dec 31 | Starter  |   10.00 a month | boards, 5 projects

# Business, yearly: 100.00 × 12 × 0.9, from June × 0.8. From July it is an earlier generation, which keeps 100 projects.
yearly      | Dec 31 | Business | 1080.00 a year  | boards, reports, sso, 100 projects
yearly      | Jun 1  | Business |  960.00 a year  | boards, reports, sso, 100 projects

# Team, 5 users at 8.00. Renamed in March. Keeps its reports in April. 6 users from June 15.
crew        | Dec 31 | Team     |   40.00 a month | boards, reports, 20 projects
crew        | Mar 1  | Growth   |   40.00 a month | boards, reports, 20 projects
crew        | Jun 15 | Growth   |   48.00 a month | boards, reports, 20 projects

# Team, yearly, 3 users at 8.00 × 12 × 0.9. Has kept its reports in April: the discount of June is for the plan without them.
yearly-crew | Dec 31 | Team     |  259.20 a year  | boards, reports, 20 projects
yearly-crew | Mar 1  | Growth   |  259.20 a year  | boards, reports, 20 projects

# Starter. Chooses the new tier in February, which retires in August. Moved on August 15.
climber     | Dec 31 | Starter  |   10.00 a month | boards, 5 projects
climber     | Feb 1  | Scale    |   60.00 a month | boards, reports, 50 projects
climber     | Aug 15 | Business |  100.00 a month | boards, reports, sso, 50 projects

# Business with 2 × 10 projects for 5.00 each. Keeps that price on May 15, and its 100 projects in July.
packed      | Dec 31 | Business |  100.00 a month | boards, reports, sso, 100 projects
packed      | May 1  | Business |  110.00 a month | boards, reports, sso, 120 projects

# Business. Accepts a private offer in October.
guest       | Dec 31 | Business |  100.00 a month | boards, reports, sso, 100 projects
guest       | Oct 1  | Partner  |   70.00 a month | boards, reports, sso, 100 projects

# A new account each month, on the plan of that month.
january     | Jan 1  | Starter  |   12.00 a month | boards, 5 projects
january     | Jul 1  | Starter  |   12.00 a month | boards, 8 projects
february    | Feb 1  | Scale    |   60.00 a month | boards, reports, 50 projects
february    | Aug 15 | Business |  100.00 a month | boards, reports, sso, 50 projects
march       | Mar 1  | Growth   |   16.00 a month | boards, reports, 20 projects
april       | Apr 1  | Growth   |    8.00 a month | boards, 20 projects
# With 10 more projects for 5.00.
may         | May 1  | Starter  |   17.00 a month | boards, 15 projects
may         | Jul 1  | Starter  |   17.00 a month | boards, 18 projects
june        | Jun 1  | Business |  960.00 a year  | boards, reports, sso, 100 projects
july        | Jul 1  | Business |  100.00 a month | boards, reports, sso, 50 projects
# With 10 more projects, now for 6.00.
august      | Aug 1  | Starter  |   18.00 a month | boards, 18 projects
september   | Sep 1  | Starter  |    9.00 a month | boards, 8 projects
october     | Oct 1  | Starter  |   12.00 a month | boards, 8 projects
# A trial of Business until November 15.
november    | Nov 1  | Business |  100.00 a month | boards, reports, sso, 50 projects
november    | Nov 15 | Starter  |   12.00 a month | boards, 8 projects
`;

/** What an account of the new app in euros has in December. */
export const decemberInEuros = 'Starter | 12.00 a month | boards, 8 projects';

/**
 * What each account was told in its history and in events: its first plan, then each entry and each change that waits,
 * with what publications have changed until the next entry. A change that an account keeps its plan from, or that
 * renames the plan, is not there.
 */
export const histories: Record<string, string[]> = {
  monthly: ['sign-up: Starter'],
  yearly: ['sign-up: Business, then price'],
  crew: ['sign-up: Team', 'Jun 15 users: Growth'],
  'yearly-crew': ['sign-up: Team'],
  // The annual price of Scale falls in June. A move has one event for all accounts when it is scheduled.
  climber: [
    'sign-up: Starter',
    'Feb 1 switch: Scale, then price',
    'Aug 15 applied: Business',
    'Aug 15 switch: Business',
  ],
  packed: ['sign-up: Business, then price', 'May 1 toggle: Extra Projects × 2 at 5.00'],
  guest: ['sign-up: Business, then price', 'Oct 1 switch: Partner'],
  // On September 15, the list is again what the account has kept in the promotion.
  january: ['sign-up: Starter, then price, then limits', 'Sep 15 publication: Starter'],
  february: ['sign-up: Scale, then price', 'Aug 15 applied: Business', 'Aug 15 switch: Business'],
  march: ['sign-up: Growth'],
  april: ['sign-up: Growth, then price'],
  // Does not follow on September 15: with the present plan, Extra Projects would be the present one, for 6.00.
  may: ['sign-up: Starter, then price, then limits', 'May 1 toggle: Extra Projects × 1 at 5.00'],
  june: ['sign-up: Business'],
  july: ['sign-up: Business'],
  august: ['sign-up: Starter', 'Aug 1 toggle: Extra Projects × 1 at 6.00', 'Sep 15 publication: Starter'],
  september: ['sign-up: Starter'],
  october: ['sign-up: Starter'],
  november: [
    'sign-up: Starter',
    'Nov 1 switch: Business',
    'Nov 1 scheduled: Starter',
    'Nov 15 applied: Starter',
    'Nov 15 switch: Starter',
  ],
};

/** What each publication was in its event: plans and add-ons, with how many accounts have or keep them. */
export const publications = [
  'Starter added 0, Team added 0, Business added 0',
  'Starter keep 2',
  'Scale added 0',
  '',
  'Growth keep 3',
  'Extra Projects added 0',
  'Extra Projects keep 2',
  'Starter follow 2, Growth follow 1, Scale follow 2, Business follow 3, Extra Projects follow 0',
  'Starter follow 2, Business keep 4',
  'Scale retired 2',
  'Starter keep 3',
  'Starter keep 1',
  // Which Extra Projects is for too.
  'Partner added 0, Extra Projects follow 1',
];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const beginning = 'Dec 31';

/** Days since the beginning of the ledger. A month has 30 days. */
export function toDays(day: string): number {
  if (day === beginning) return 0;
  const [month, number] = day.split(' ');
  return months.indexOf(month!) * 30 + Number(number);
}

/** The day that is this many days after the beginning. */
export function formatDay(days: number): string {
  if (days === 0) return beginning;
  return `${months[Math.floor((days - 1) / 30)]} ${((days - 1) % 30) + 1}`;
}

/** What each account has on a day, by account. */
export function readLedger(day: string): Record<string, string> {
  const lines = ledger.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return Object.fromEntries(
    rows.flatMap(([account, from, ...has]) =>
      toDays(from!) <= toDays(day) ? [[account, has.join(' | ')]] : [],
    ),
  );
}
