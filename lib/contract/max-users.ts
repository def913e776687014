/** The largest number of users of an account. */
export const maxUsers = 1_000_000;
