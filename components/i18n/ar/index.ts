import type { AllTexts } from '../texts';
import { account } from './account';
import { base } from './base';
import { planDetails } from './plan-details';
import { blockers, receipt } from './receipt';
import { server } from './server';
import { staff } from './staff';
import { switching } from './switching';

export const allTexts: AllTexts = {
  ...base,
  ...planDetails,
  ...account,
  ...staff,
  blockers,
  receipt,
  switching,
  ...server,
};
