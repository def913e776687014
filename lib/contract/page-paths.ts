/** The paths of the pages of a signed-in user, which a sign-in link can open. `:id` is any segment. */
export const pagePaths = {
  plans: '/',
  compare: '/compare',
  history: '/history',
  requests: '/requests',
  addOns: '/optional-features',
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
