import type { CatalogDifference } from '@/lib/contract/catalog-editions';

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
