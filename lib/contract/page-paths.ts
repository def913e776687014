/** The paths of customers' pages. The others are in `pages.ts`, which their scripts do not load. */
export const pagePaths = {
  plans: '/',
  compare: '/compare',
  history: '/history',
  requests: '/requests',
  addOns: '/optional-features',
} as const;
