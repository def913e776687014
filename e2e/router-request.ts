import { createHash } from 'node:crypto';

/** What Next's router sends for a link on the page of the history. */
export const routerHeaders = {
  rsc: '1',
  'next-router-state-tree': encodeURIComponent(
    '["",{"children":["history",{"children":["__PAGE__",{},null,null,0]},null,null,0]},null,null,16]',
  ),
  'next-url': '/history',
};

/** Without this digest of the headers, Next redirects. The first two are of requests that prefetch. */
const digest = createHash('sha256')
  .update(['0', '0', routerHeaders['next-router-state-tree'], routerHeaders['next-url']].join(','))
  .digest()
  .subarray(0, 12)
  .toString('base64url');

/** The path that the router requests for a page. */
export const toRouterPath = (path: string) => `${path}${path.includes('?') ? '&' : '?'}_rsc=${digest}`;
