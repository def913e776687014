interface Account {
  id: string;
  title: string;
}

/**
 * The accounts whose title contains `query` or whose id equals it, and always the selected one. A full id that is not in
 * `accounts` is returned too, because the list is limited.
 */
export function findAccounts(accounts: readonly Account[], query: string, selected: string): Account[] {
  const term = query.trim();
  const found = accounts.filter(
    ({ id, title }) => id === selected || id === term || title.toLowerCase().includes(term.toLowerCase()),
  );
  const isId = /^acc_[a-z0-9]+$/i.test(term);
  if (isId && !found.some(({ id }) => id === term)) {
    return [...found, { id: term, title: term }];
  }
  return found;
}
