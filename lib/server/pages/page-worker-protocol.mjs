// What server processes and page workers, which run without the bundle of the API server, share.

/** Request header with the position in the invalidations that a worker waits for. */
export const positionHeader = 'x-invalidation-position';
/**
 * Request header of a page that is rendered for all accounts in the state of one, with placeholders
 * (`lib/http/pages/page-template.ts`): the lists of its `PageState`.
 */
export const templateHeader = 'x-page-template';
export const heartbeatMs = 1000;
