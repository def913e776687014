// The paths of the pages of a signed-in user, which a sign-in link can open. `:id` is any segment.

/** The pages of customers. */
export const pagePaths = {
  plans: '/',
  compare: '/compare',
  history: '/history',
  requests: '/requests',
  addOns: '/optional-features',
} as const;

/** The pages of staff and developers. */
export const staffPaths = {
  preview: '/preview',
  catalog: '/catalog',
  moves: '/moves',
  webhooks: '/webhooks',
  webhookEndpoint: '/webhooks/:id',
  accounts: '/accounts',
  account: '/accounts/:id',
  audit: '/audit',
  docs: '/docs',
} as const;
