import { buildPlan } from './build-plan';
import { comparison } from './comparison';
import { earlierPlan } from './earlier-plan';
import { featureSearch } from './feature-search';

/** What only some pages show of plans. */
export const planDetails = { buildPlan, comparison, earlierPlan, featureSearch };
