/** The roles of users of an account: `member` can read, `owner` can read and switch. */
export const accountRoles = ['member', 'owner'] as const;

/**
 * The roles of the provider's staff. They have no account of their own, and read that of `X-Account-Id`. `product` can see
 * versions that are not public. `support` reads any account of the app and switches it with a reason.
 */
export const staffRoles = ['product', 'support'] as const;

export const roles = [...accountRoles, ...staffRoles] as const;

export type AccountRole = (typeof accountRoles)[number];
export type StaffRole = (typeof staffRoles)[number];
export type Role = (typeof roles)[number];

export function isStaff(role: Role | null): boolean {
  return staffRoles.some((each) => each === role);
}

/** The user of a page. It is not part of the API: the server passes it to the first render. */
export interface CurrentUser {
  /** It is null for a visitor. */
  role: Role | null;
  name: string | null;
  account: { id: string; title: string } | null;
  /** Whether `/sign-in` offers demo users. */
  demo: boolean;
}

/** A user that the demo's sign-in page offers. */
export interface DemoSignInOption {
  id: string;
  name: string;
  role: Role;
  accountTitle: string | null;
  about: string;
}

/** Name of the session cookie. The `__Host-` prefix requires HTTPS, path `/` and no `Domain`. */
export const sessionCookieName = '__Host-app-versions';
