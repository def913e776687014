import { billingPeriods, maxUsers } from '@/lib/contract/enums';
import type { BillingPeriod } from '@/lib/contract/fields';
import { pagePaths } from '@/lib/contract/page-paths';
import {
  choiceParam,
  listParam,
  optionalIntegerParam,
  optionalTextParam,
  patternParam,
  type SearchParams,
  type SearchParamValues,
  textParam,
  updateQuery,
} from './search-params';

// The search params and the URLs of the pages. Server components, hooks and links share them.

/**
 * On every page with prices, and kept between them: the number of users, that of units such as sites, and the billing period.
 * Null is the account's, or the smallest number.
 */
export const priceSearchParams = {
  seats: optionalIntegerParam(1, maxUsers),
  units: optionalIntegerParam(1, maxUsers),
  period: choiceParam(billingPeriods, null),
};

/**
 * On the plans page: the search for a feature or an add-on, the ID of the one that the cards mark, and the plan family
 * that is shown.
 */
export const featureSearchParams = {
  q: textParam(),
  feature: optionalTextParam,
  family: optionalTextParam,
};

/** On the plans page with a plan that consists of add-ons: the human IDs of those that are chosen. */
export const builtPlanSearchParams = { addons: listParam };

/**
 * On every page with plans: the version of the open dialog, and the history entry that it undoes or the change that it
 * approves.
 */
export const switchSearchParams = {
  switch: optionalTextParam,
  undo: optionalTextParam,
  approve: optionalTextParam,
  ...priceSearchParams,
};

/** On every page of an account: the change whose state is shown, such as after a payment. */
export const changeSearchParams = { change: optionalTextParam };

/**
 * On the page of the add-ons: the one that the open dialog is about, how many there are then, and the change that it
 * approves.
 */
export const addOnSearchParams = {
  add_on: optionalTextParam,
  quantity: optionalIntegerParam(0, Number.MAX_SAFE_INTEGER),
  approve: optionalTextParam,
};

export const compareSearchParams = {
  q: textParam(),
  /** Null is for the width: only differences on a phone. */
  differences: choiceParam(['true', 'false'], null),
  /** Tags of the plans to show, because they are unique in an app and short. Empty means all. */
  plans: listParam,
  /** Tags of the two plans that a narrow screen shows side by side. */
  pair: listParam,
};

export const historyFilters = ['all', 'plans', 'options'] as const;

const dayParam = patternParam(/^\d{4}-\d\d-\d\d$/);

/**
 * The changes that the history shows: their kind, the title of a plan, the name of a person, and the first and last day. And the
 * search for a feature, a limit or an add-on. `all` is for browsers without JavaScript.
 */
export const historySearchParams = {
  q: textParam(),
  show: choiceParam(historyFilters, 'all'),
  plan: optionalTextParam,
  by: optionalTextParam,
  from: dayParam,
  to: dayParam,
  all: optionalTextParam,
};

/** The plan to continue with after signing in. */
export const signInSearchParams = { plan: optionalTextParam, ...priceSearchParams };

/** Returns what builds the URL of a page from values of its search params. */
export const buildUrl =
  <Params extends SearchParams>(path: string, params: Params) =>
  (values: Partial<SearchParamValues<Params>> = {}) =>
    path + updateQuery(params, '', values);

/** The ID of what a publication changed, on the page of the history. */
export const getChangeAnchor = ({ changed_at: at }: { changed_at: number }) => `change-${at}`;

/** Builds the URLs of the pages of customers. All links use it, and `staffUrls`. */
export const pageUrls = {
  plans: buildUrl(pagePaths.plans, {
    ...featureSearchParams,
    ...builtPlanSearchParams,
    ...switchSearchParams,
    ...changeSearchParams,
  }),
  compare: buildUrl(pagePaths.compare, { ...compareSearchParams, ...switchSearchParams }),
  requests: () => pagePaths.requests,
  history: () => pagePaths.history,
  /** A link can't send an `Accept` header, so the API also accepts `format`. */
  historyCsv: () => '/api/account/versions?format=csv&include=options,catalog',
  addOns: buildUrl(pagePaths.addOns, { ...addOnSearchParams, ...priceSearchParams }),
  signIn: buildUrl('/sign-in', signInSearchParams),
  signOut: () => '/api/portal/sign-out',
};

interface ChosenPlan {
  versionId: string;
  seats: number;
  /** How many units of the price, or null if it is not sold per unit. */
  units?: number | null;
  period: BillingPeriod;
  /** Human IDs of add-ons. */
  addOns?: string[];
}

/**
 * The URL of the host application with the chosen plan: `?plan=ver_…&seats=3&period=month`, `quantity=2`
 * for a plan that is sold per unit, and `add_ons=sso,audit-log` if there are any.
 */
export function buildHostUrl(
  url: string,
  { versionId, seats, units = null, period, addOns = [] }: ChosenPlan,
): string {
  const result = new URL(url);
  result.searchParams.set('plan', versionId);
  result.searchParams.set('seats', String(seats));
  if (units !== null) result.searchParams.set('quantity', String(units));
  result.searchParams.set('period', period);
  if (addOns.length > 0) result.searchParams.set('add_ons', addOns.join(','));
  return result.href;
}

/** The ID of a plan's card on the plans page. */
export function getPlanAnchor({ tag }: { tag: string }): string {
  return `plan-${tag}`;
}
