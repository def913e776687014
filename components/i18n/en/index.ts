import { account } from './account';
import { base } from './base';
import { planDetails } from './plan-details';
import { blockers, receipt } from './receipt';
import { server } from './server';
import { staff } from './staff';
import { switching } from './switching';

/** All texts except those of the error page and the API reference. Other languages have the same. */
export const allTexts = {
  ...base,
  ...planDetails,
  ...account,
  ...staff,
  blockers,
  receipt,
  switching,
  ...server,
};
