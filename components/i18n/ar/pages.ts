import dynamic from 'next/dynamic';
import { createPreloadedScript } from '../text-script';
import type { PageTexts } from '../texts';

export const pageTexts: PageTexts = {
  planDetails: createPreloadedScript((prepare) =>
    dynamic(prepare(() => import('./plan-details').then(({ planDetails }) => planDetails))),
  ),
  account: createPreloadedScript((prepare) =>
    dynamic(prepare(() => import('./account').then(({ account }) => account))),
  ),
  staff: createPreloadedScript((prepare) =>
    dynamic(prepare(() => import('./staff').then(({ staff }) => staff))),
  ),
};
