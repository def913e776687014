import { createTextScript } from '../text-script';
import type { BrowserTexts } from '../texts';
import { base } from './base';

export const browserTexts: BrowserTexts = {
  base,
  lazy: {
    receipt: createTextScript(() =>
      import('./receipt').then(({ receipt, blockers }) => ({ receipt, blockers })),
    ),
    switching: createTextScript(() => import('./switching').then(({ switching }) => ({ switching }))),
  },
};
