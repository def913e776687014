/** On `/`, for an account on an earlier version of a plan. Lists of features follow a colon. */
export const earlierPlan = () => ({
  title: (plan: string) => `${plan} has changed since you chose it`,
  prices: (yours: string, today: string) => `You have it for ${yours}. Today it costs ${today}.`,
  /** For prices that are not amounts, such as "Free". */
  otherPrices: (yours: string, today: string) => `Yours: ${yours}. Today: ${today}.`,
  samePrice: (price: string) => `The price is the same: ${price}.`,
  sameFeatures: 'The features are the same.',
  lost: (features: string) => `No longer included: ${features}`,
  lowered: (limits: string) => `Lower limits: ${limits}`,
  gained: (features: string) => `Now included: ${features}`,
  raised: (limits: string) => `Higher limits: ${limits}`,
  changed: (features: string) => `Other changes: ${features}`,
  compare: 'Compare the two',
});
