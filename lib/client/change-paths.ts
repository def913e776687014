// Apart from the hooks that use them: the server imports the paths with the queries, and pages would load the hooks.

export const changesPath = '/api/account/changes';
export const getChangePath = (id: string) => `${changesPath}/${encodeURIComponent(id)}`;
export const getApprovalPath = (id: string) => `${getChangePath(id)}/approve`;
export const noticesPath = '/api/account/notices';
/** The path of the change of an add-on. */
export const getAddOnPath = (id: string) => `/api/account/optional-features/${encodeURIComponent(id)}`;
