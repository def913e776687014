/** Where a one-time link leads that could not be exchanged. */
export const enter = {
  expired: {
    title: 'This link has ended',
    body: 'A link in works once, within five minutes. Go back to where you came from and open a new one.',
  },
  later: {
    title: 'We can’t let you in right now',
    body: 'Our records can’t be reached. The link still holds: wait a moment and open it again.',
  },
  plans: 'See all plans',
};
