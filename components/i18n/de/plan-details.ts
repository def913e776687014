import { buildPlan } from './build-plan';
import { comparison } from './comparison';
import { featureSearch } from './feature-search';
import { notices } from './notices';

export const planDetails = { buildPlan, comparison, featureSearch, notices };
