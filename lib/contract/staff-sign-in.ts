/** Where staff sign in with OpenID Connect. */
export const staffSignInPaths = {
  page: '/sign-in',
  /** Redirects to the issuer. */
  start: '/sign-in/oidc',
  /** Where the issuer leads back to: the redirect URI to register there. */
  callback: '/sign-in/oidc/callback',
} as const;

/** Why a sign-in failed. Each has a page `/sign-in/NAME`. */
export const signInProblems = ['denied', 'no-role', 'expired', 'invalid', 'unavailable'] as const;

export type SignInProblem = (typeof signInProblems)[number];
