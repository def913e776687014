// Not in a client module: the server prefetches queries, and would have pages load it.

export const changesPath = '/api/account/changes';
export const getChangePath = (id: string) => `${changesPath}/${encodeURIComponent(id)}`;
export const getApprovalPath = (id: string) => `${getChangePath(id)}/approve`;
/** The path of the change of an add-on. */
export const getAddOnPath = (id: string) => `/api/account/optional-features/${encodeURIComponent(id)}`;
