interface Account {
  id: string;
  title: string;
}

/**
 * The accounts to choose from: those whose title or id holds what was typed, and always the one that is chosen. An id
 * typed whole is offered too where the list, which has an end, doesn't hold it.
 */
export function findAccounts(accounts: readonly Account[], query: string, chosen: string): Account[] {
  const sought = query.trim().toLowerCase();
  const found = accounts.filter(
    ({ id, title }) => id === chosen || title.toLowerCase().includes(sought) || id === query.trim(),
  );
  const isId = /^acc_[a-z0-9]+$/i.test(query.trim());
  if (isId && !found.some(({ id }) => id === query.trim())) {
    return [...found, { id: query.trim(), title: query.trim() }];
  }
  return found;
}
