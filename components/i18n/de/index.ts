import type { LanguageTexts } from '@/components/i18n/en';

export const texts: LanguageTexts = {
  accounts: () => import('./accounts'),
  addOns: () => import('./add-ons'),
  buildPlan: () => import('./build-plan'),
  catalog: () => import('./catalog'),
  changes: () => import('./changes'),
  comparison: () => import('./comparison'),
  earlierPlan: () => import('./earlier-plan'),
  featureSearch: () => import('./feature-search'),
  history: () => import('./history'),
  moves: () => import('./moves'),
  preview: () => import('./preview'),
  switching: () => import('./switching'),
  webhooks: () => import('./webhooks'),
};
