/** Says on `/` what the provider changed for the account. Lists of features follow a colon. */
export const notices = () => ({
  title: 'Changes by the provider',
  titles: {
    changed: (provider: string, plan: string, date: string) => `${provider} changed ${plan} on ${date}`,
    kept: (provider: string, plan: string, date: string) =>
      `${provider} changed ${plan} on ${date}. You keep what you have.`,
    renewal: (provider: string, plan: string, date: string, followed: string) =>
      `${provider} changed ${plan} on ${date}. It takes effect for you on ${followed}.`,
    moved: (provider: string, plan: string, date: string, before: string) =>
      `${provider} moved you from ${before} to ${plan} on ${date}`,
    announced: (provider: string, plan: string, date: string) => `${provider} changes ${plan} on ${date}`,
    undone: (provider: string, plan: string, date: string) =>
      `${provider} changed ${plan} and undid this on ${date}`,
    included: (_provider: string, addOn: string, date: string, plan: string) =>
      `${plan} includes ${addOn} since ${date}`,
    ended: (provider: string, addOn: string, date: string) => `${provider} turned off ${addOn} on ${date}`,
  },
  prices: (before: string, now: string) => `It costs ${now}. Before, it was ${before}.`,
  /** For prices that are not amounts, such as "Free". */
  otherPrices: (before: string, now: string) => `Price now: ${now}. Before: ${before}.`,
  keptPrices: (yours: string, today: string) => `You have it for ${yours}. Today it costs ${today}.`,
  otherKeptPrices: (yours: string, today: string) => `Yours: ${yours}. Today: ${today}.`,
  datedPrices: (then: string, yours: string, date: string) => `From ${date}: ${then} instead of ${yours}.`,
  samePrice: (price: string) => `The price is the same: ${price}.`,
  sameFeatures: 'The features are the same.',
  asBefore: (price: string) => `You have what you had before. The price is ${price}.`,
  off: 'The add-on is turned off. You don’t pay for it any more.',
  announcedOff: 'The add-on is turned off then. You don’t pay for it any more.',
  announcedGained: (features: string) => `Included from then on: ${features}`,
  announcedEnd: (date: string) => `On ${date}, you get back what you have today.`,
  lost: (features: string) => `No longer included: ${features}`,
  lowered: (limits: string) => `Lower limits: ${limits}`,
  gained: (features: string) => `Now included: ${features}`,
  raised: (limits: string) => `Higher limits: ${limits}`,
  changed: (features: string) => `Other changes: ${features}`,
  compare: 'Compare the two',
  dismissing: 'Dismissing…',
});
