// The values of enums, and names and limits that several layers share. prisma/enums.db.test.ts compares the enums with those of
// the database. This file does not import zod, so that the browser can load it.

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export const billingPeriods = ['month', 'year'] as const;

export const directions = ['upgrade', 'downgrade', 'none'] as const;

/** Whether an account pays more or less after a change. */
export const paysValues = ['more', 'less', 'same', 'unknown'] as const;

/** What an entry of `/account/versions` is. */
export const historyKinds = ['switch', 'users', 'publication', 'terms'] as const;

/** What a switch does with an add-on. */
export const switchedAddOnOutcomes = ['kept', 'included', 'lost', 'restored'] as const;

/** Why an add-on was changed. */
export const addOnCauses = ['toggle', 'switch', 'publication'] as const;

/** What an add-on does to the amount of a limit. */
export const limitChanges = ['set', 'add'] as const;

export const betterAmounts = ['higher', 'lower'] as const;

/** Who made a change: an API key, a user, or the command line. */
export const actorKinds = ['key', 'session', 'operator'] as const;

/** Who sets the number of users of accounts. */
export const usersManagers = ['owner', 'host'] as const;

/** Whose consent an account change waits for. */
export const changeApprovers = ['owner', 'host'] as const;

/** Who made an account change. */
export const changeOrigins = ['owner', 'member', 'host', 'product', 'support'] as const;

/** How an account change ended. */
export const changeOutcomes = ['applied', 'canceled', 'declined', 'superseded', 'expired'] as const;
export type ChangeOutcome = (typeof changeOutcomes)[number];

/** What an account change does with a trial. */
export const trialChanges = ['start', 'end', 'none'] as const;

/** When a change is applied, if not at a time. */
export const effectiveNames = ['now', 'period_end'] as const;

/** What grants a version to an account. */
export const grantSources = ['api', 'price_list', 'both'] as const;

/** Where an account has a feature from. */
export const featureSources = ['version', 'option', 'terms'] as const;

export const deliveryStates = ['queued', 'waiting', 'delivered', 'failed'] as const;

/** Why a webhook endpoint is disabled. */
export const disabledReasons = ['request', 'gone', 'failing'] as const;

/** What an edition does to a row of the catalog. */
export const rowChanges = ['added', 'changed', 'retired', 'restored'] as const;

/** What a publication does to a version or an add-on, and to the accounts that have it. */
export const publicationOutcomes = ['added', 'keep', 'follow', 'retired', 'restored'] as const;

/** What the accounts on a plan or with an add-on do when it changes. */
export const existingDecisions = ['keep', 'keep_price', 'follow', 'follow_renewal'] as const;

/** Why a move stops: what is wrong with the version that accounts get. */
export const moveStopCodes = ['preview_stale', 'version_inactive', 'version_not_found'] as const;

/** The texts of an edition. */
export const editionFiles = ['source', 'extension'] as const;

/** The fees of a price. */
export const feeNames = ['fee', 'user_fee', 'annual_fee', 'annual_user_fee'] as const;
export type FeeName = (typeof feeNames)[number];

/** The fields of a price. */
export const priceFieldNames = [
  'fee',
  'user_fee',
  'fee_unit',
  'user_fee_unit',
  'annual_fee',
  'annual_user_fee',
  'price_text',
] as const;
export type PriceFieldName = (typeof priceFieldNames)[number];

/** The numbers that a version is sold for. An add-on has none of them. */
export const boundNames = ['min_users', 'min_quantity', 'max_quantity'] as const;

/** The largest number of users of an account. */
export const maxUsers = 1_000_000;
