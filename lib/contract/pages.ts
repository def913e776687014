import { type Role, staffRoles } from './current-user';
import { pagePaths } from './page-paths';

interface Page {
  /** `:id` is any segment. */
  path: string;
  /** Staff that see the page. Others get 404. Without roles, everyone sees it. */
  roles?: readonly Role[];
  /** Whom the header shows a link: all who see the page, users with an account, these and staff, or all if there are add-ons. */
  link?: 'everyone' | 'account' | 'accountAndStaff' | 'addOns';
  /** Whether the link keeps the chosen number of users and billing period. */
  hasPrices?: boolean;
}

const product = ['product'] as const;

/** All pages that a sign-in link can open. The header has links in this order, with the labels `serverShell.pages`. */
export const pages = {
  plans: { path: pagePaths.plans, link: 'everyone', hasPrices: true },
  compare: { path: pagePaths.compare, link: 'everyone', hasPrices: true },
  addOns: { path: pagePaths.addOns, link: 'addOns', hasPrices: true },
  history: { path: pagePaths.history, link: 'account' },
  requests: { path: pagePaths.requests, link: 'accountAndStaff' },
  catalog: { path: '/catalog', roles: product, link: 'everyone' },
  preview: { path: '/preview', roles: product, link: 'everyone' },
  moves: { path: '/moves', roles: product, link: 'everyone' },
  webhooks: { path: '/webhooks', roles: product, link: 'everyone' },
  webhookEndpoint: { path: '/webhooks/:id', roles: product },
  accounts: { path: '/accounts', roles: staffRoles, link: 'everyone' },
  account: { path: '/accounts/:id', roles: staffRoles },
  audit: { path: '/audit', roles: staffRoles, link: 'everyone' },
  docs: { path: '/docs' },
} as const satisfies Record<string, Page>;

type Named = { [Name in keyof typeof pages]: { name: Name } & (typeof pages)[Name] }[keyof typeof pages];

/** A page that staff see. */
export type StaffPage = Extract<Named, { roles: readonly Role[] }>['name'];

/** A page that the header links to. */
export type LinkedPage = Extract<Named, { link: string }>['name'];

/** `:name` is any segment. */
const pathsWithoutData = [
  pages.docs.path,
  '/problems/:code',
  '/enter/:problem',
  '/sign-in/:problem',
  '/icon.svg',
];
const patternWithoutData = new RegExp(`^(${pathsWithoutData.join('|').replace(/:\w+/g, '[^/]+')})$`);

/** Whether a page or its icon can't be served without the database. */
export function needsData(path: string): boolean {
  return !patternWithoutData.test(path);
}

export const pageList: ({ name: string } & Page)[] = Object.entries(pages).map(([name, page]) => ({
  name,
  ...page,
}));
