import type { FeatureChange, FeatureRef } from '@/lib/contract/fields';

interface Changes<Row> {
  lost: readonly Row[];
  gained: readonly Row[];
  raised: readonly FeatureChange[];
  lowered: readonly FeatureChange[];
  changed: readonly FeatureChange[];
}

const isBetter = ({ improved }: FeatureChange) => improved === true;
const isWorse = ({ improved }: FeatureChange) => improved === false;
const isLimit = ({ is_limit }: FeatureRef) => is_limit;
const isFeature = ({ is_limit }: FeatureRef) => !is_limit;

/** What is lost and gained: features, usage limits that are rows of their own, and amounts by whether they are better. */
export function splitChanges<Row extends FeatureRef>(changes: Changes<Row>) {
  const { lost, gained, raised, lowered, changed } = changes;
  return {
    lost: lost.filter(isFeature),
    lostLimits: lost.filter(isLimit),
    gained: gained.filter(isFeature),
    gainedLimits: gained.filter(isLimit),
    /** Worse amounts: lower ones, and higher ones of a fee. */
    lowered: lowered.filter(isWorse),
    raisedCosts: raised.filter(isWorse),
    /** Better amounts. */
    raised: raised.filter(isBetter),
    loweredCosts: lowered.filter(isBetter),
    /** Other contents of which it is not known whether they are better. */
    otherChanges: [...raised, ...lowered, ...changed].filter(({ improved }) => improved === null),
  };
}
