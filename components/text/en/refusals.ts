/**
 * What the service refuses and a page may meet, by its code. Programs read the service's own words, which are English; a
 * code that isn't here is told in those. What a catalogue itself says about a plan stays as its authors wrote it.
 */
export const refusals = {
  forbidden: 'Only an owner of the account can switch its plan.',
  unauthenticated: 'Sign in to see and change your plan.',
  too_many_requests: 'Too many requests. Wait a moment and try again.',
  version_not_found: 'This plan isn’t on your list any more.',
  account_not_found: 'There is no such account.',
  preview_stale: 'Your plan or its price changed meanwhile. Look again before you switch.',
  version_inactive: 'This plan is no longer offered.',
  price_on_request: 'This plan is priced on request. Talk to us to move to it.',
  switch_conflict: 'Another switch of this account is under way. Try again.',
};
