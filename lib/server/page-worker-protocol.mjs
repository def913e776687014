// What server processes and page workers, which run without the bundle of the API server, share.

/** Request header with the position in the invalidations that a worker waits for. */
export const positionHeader = 'x-invalidation-position';
export const heartbeatMs = 1000;
