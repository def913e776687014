// The keys of the queries that a switch or a change of an add-on changes.

export const versionListQueryKey = ['versions'] as const;
export const newestEntryQueryKey = ['newest-entry'] as const;
export const historyQueryKey = ['history'] as const;
export const addOnsQueryKey = ['optional-features'] as const;
/** The changes that have not ended. */
export const openChangesQueryKey = ['open-changes'] as const;
/** All changes, and single ones. */
export const changesQueryKey = ['changes'] as const;
/** What the provider changed. */
export const noticesQueryKey = ['notices'] as const;
