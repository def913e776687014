/** Name of the cookie of a portal session. `__Host-`: only over a secure connection, for this host and every path. */
export const sessionCookieName = '__Host-app-versions';
