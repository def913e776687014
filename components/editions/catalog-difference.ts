import type { CatalogDifference } from '@/lib/contract/catalog-editions';

export type ChangedVersion = CatalogDifference['versions'][number];

/** What changes of a plan that is offered, or of an earlier generation of one. */
export type ContentDifference = Omit<ChangedVersion, 'kind' | 'fields'>;

/** Whether an edition changes anything. */
export function hasChanges(difference: CatalogDifference): boolean {
  const { app, versions, earlier_versions, features, add_ons, earlier_add_ons, grants } = difference;
  return (
    [app, versions, features, add_ons].some((each) => each.length > 0) ||
    [...earlier_versions, ...earlier_add_ons].some((each) => each.following_accounts > 0) ||
    grants.added + grants.removed > 0
  );
}

/** Whether price, features or limits change, not only texts. */
export function isContentChanged({
  previous_price,
  gained,
  lost,
  raised,
  lowered,
  changed,
}: ContentDifference): boolean {
  return previous_price !== null || [gained, lost, raised, lowered, changed].some((each) => each.length > 0);
}

/** Titles of the plans, features and add-ons for which two differences are not the same. Numbers of accounts may differ. */
export function findChangedSubjects(
  before: CatalogDifference | null,
  after: CatalogDifference | null,
): string[] {
  const [first, second] = [before, after].map((difference) => {
    const rows = ([] as { title: string }[]).concat(
      ...(['versions', 'features', 'add_ons'] as const).map((part) => difference?.[part] ?? []),
    );
    return new Map(
      rows.map((row) => [
        row.title,
        JSON.stringify(row, (key, value) => (key === 'accounts' ? undefined : value)),
      ]),
    );
  }) as [Map<string, string>, Map<string, string>];
  const titles = new Set([...first.keys(), ...second.keys()]);
  return [...titles].filter((title) => first.get(title) !== second.get(title));
}
