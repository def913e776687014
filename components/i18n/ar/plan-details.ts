import { buildPlan } from './build-plan';
import { comparison } from './comparison';
import { featureSearch } from './feature-search';
import { notices } from './notices';
import { usage } from './usage';

export const planDetails = { buildPlan, comparison, featureSearch, notices, usage };
