import { test } from '../fixtures';
import { lookOver } from './look-over';
import { compare } from './states/compare';
import { history } from './states/history';
import { optionalFeatures } from './states/optional-features';
import { plans } from './states/plans';
import { preview } from './states/preview';
import type { Scenes } from './states/stage';
import { switchDialog } from './states/switch-dialog';

/** Page × state. What a page has no such state for says why in its own file. */
const pages: Record<string, Scenes> = {
  '/': plans,
  'the switch': switchDialog,
  '/compare': compare,
  '/optional-features': optionalFeatures,
  '/history': history,
  '/preview': preview,
};

for (const [name, scenes] of Object.entries(pages)) {
  for (const [state, scene] of Object.entries(scenes)) {
    if (typeof scene === 'string') continue;
    test(`${name}, ${state}: as it should be at every width, light and dark`, async ({
      page,
      context,
      db,
      tenant,
      enter,
    }) => {
      await scene({ page, context, db, tenant, enter, look: (see) => lookOver(page, { see }) });
    });
  }
}
