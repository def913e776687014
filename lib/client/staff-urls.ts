import { changeApprovers } from '@/lib/contract/enums';
import { pages } from '@/lib/contract/pages';
import { staffSignInPaths } from '@/lib/contract/staff-sign-in';
import { buildUrl, compareSearchParams, featureSearchParams, priceSearchParams } from './page-urls';
import {
  choiceParam,
  flagParam,
  listParam,
  optionalTextParam,
  patternParam,
  type SearchParamValues,
  textParam,
} from './search-params';

// The URLs of the pages of staff and developers. page-urls.ts has the others. The scripts of customers' pages do not have them.

export const previewWidths = ['320', '768', '1280'] as const;
export const previewParts = ['plans', 'compare', 'options'] as const;

/** What the user of a previewed page chooses in it. */
export const previewedPageSearchParams = {
  family: featureSearchParams.family,
  ...compareSearchParams,
  switch: optionalTextParam,
  ...priceSearchParams,
};

export const previewSearchParams = {
  as: textParam('visitor'),
  /** The draft whose plans are shown. Empty for those that are live. */
  edition: patternParam(/^ced_[0-9a-z]{26}$/),
  /** Ids of versions to show although they are not public. */
  show: listParam,
  width: choiceParam(previewWidths, '1280'),
  /** Hides the page without the plans of `show`, which is shown beside the other. */
  alone: flagParam,
  part: choiceParam(previewParts, 'plans'),
  /** Empty for the language and theme of the user. */
  language: textParam(),
  theme: textParam(),
  ...previewedPageSearchParams,
};

/** What the list of accounts shows. `cursor` is the `next_cursor` of the page before. */
export const accountsSearchParams = { search: textParam(), cursor: patternParam(/^[\w-]{1,4000}$/) };
export type AccountsPage = SearchParamValues<typeof accountsSearchParams>;

/** What the list of requests shows. Empty for all. */
export const requestsSearchParams = {
  waits: choiceParam(['', ...changeApprovers], ''),
  cursor: patternParam(/^chg_[0-9a-z]{26}$/),
};
export type RequestsPage = SearchParamValues<typeof requestsSearchParams>;

const dayParam = patternParam(/^\d{4}-\d\d-\d\d$/);

export const auditSearchParams = {
  type: textParam(),
  account: textParam(),
  actor: textParam(),
  search: textParam(),
  /** Days in UTC, both with their entries. */
  from: dayParam,
  to: dayParam,
  /** Whether sign-in links are listed with the others. */
  links: flagParam,
  cursor: patternParam(/^aud_[0-9a-z]{26}$/),
};
export type AuditPage = SearchParamValues<typeof auditSearchParams>;

/** The page that staff open after signing in with OpenID Connect. */
export const staffSignInSearchParams = { path: textParam() };

const buildWithId = (path: string) => (id: string) => path.replace(':id', () => encodeURIComponent(id));

/** Builds the URLs of the pages of staff and developers. */
export const staffUrls = {
  preview: buildUrl(pages.preview.path, previewSearchParams),
  previewFrame: buildUrl('/preview/frame', previewSearchParams),
  catalog: () => pages.catalog.path,
  webhooks: () => pages.webhooks.path,
  webhookEndpoint: buildWithId(pages.webhookEndpoint.path),
  requests: buildUrl(pages.requests.path, requestsSearchParams),
  accounts: buildUrl(pages.accounts.path, accountsSearchParams),
  account: buildWithId(pages.account.path),
  audit: buildUrl(pages.audit.path, auditSearchParams),
  moves: () => pages.moves.path,
  docs: () => pages.docs.path,
  /** Of an operation or a schema, by its name in the OpenAPI document. */
  docsReference: buildWithId('/docs/reference/:id'),
  signIn: buildUrl(staffSignInPaths.page, staffSignInSearchParams),
  startSignIn: buildUrl(staffSignInPaths.start, staffSignInSearchParams),
};
