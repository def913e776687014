/** Header, footer and the pages that are only words. */
export const shell = {
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  plans: 'Plans',
  compare: 'Compare',
  history: 'History',
  preview: 'Preview',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signedInAs: 'Signed in as',
  roles: { member: 'Member', owner: 'Owner', product: 'Product' },
  untitledApp: 'Plans',
  theme: { legend: 'Theme', light: 'Light', dark: 'Dark', system: 'System' },
  language: 'Language',
  currencyNote: (currency: string) => `Prices in ${currency}`,
  offline: 'You’re offline. You can keep reading; switching plans has to wait.',
  notFound: {
    title: 'There’s nothing here',
    body: 'The address may be mistyped, or what it led to is gone.',
    link: 'See all plans',
  },
  noApp: {
    title: 'No app by this name',
    body: 'This address doesn’t belong to an app that we know. Check the address you came by.',
  },
};
