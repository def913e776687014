/** What changed, as the database tells of it (migration tell_of_changes). */
export const topics = {
  app: (appId: string) => `app ${appId}`,
  catalog: (appId: string) => `catalog ${appId}`,
  account: (appId: string, accountId: string) => `account ${appId} ${accountId}`,
  credential: (appId: string, id: string) => `credential ${appId} ${id}`,
  /** Which host names which app: another app's change can take one away. */
  hosts: 'hosts',
};
