import dynamic from 'next/dynamic';
import { createTextScript } from '../text-script';
import type { BrowserTexts } from '../texts';
import { base } from './base';

export const browserTexts: BrowserTexts = {
  base,
  groups: {
    planDetails: createTextScript((prepare) =>
      dynamic(prepare(() => import('./plan-details').then(({ planDetails }) => planDetails))),
    ),
    account: createTextScript((prepare) =>
      dynamic(prepare(() => import('./account').then(({ account }) => account))),
    ),
    staff: createTextScript((prepare) =>
      dynamic(prepare(() => import('./staff').then(({ staff }) => staff))),
    ),
    receipt: createTextScript((prepare) =>
      dynamic(prepare(() => import('./receipt').then(({ receipt }) => ({ receipt })))),
    ),
    switching: createTextScript((prepare) =>
      dynamic(prepare(() => import('./switching').then(({ switching }) => ({ switching })))),
    ),
  },
};
