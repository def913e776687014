import type { CatalogueCell } from './catalogue';
import type { CellChange } from './changes';

export interface Titles {
  version(key: string): string;
  feature(key: string): string;
}

/** An amount of minor units to be read; what it was before may have been in another currency. */
export type Money = (minor: number | null, when?: 'before' | 'after') => string;

const width = 106;

/** What happens to the matrix: for each version what it gains and loses, together, and what it has otherwise. */
export function markLines(cells: CellChange[], titles: Titles, money: Money): string[] {
  const byVersion = new Map<string, CellChange[]>();
  for (const cell of cells) {
    const { version } = (cell.after ?? cell.before)!;
    byVersion.set(version, [...(byVersion.get(version) ?? []), cell]);
  }
  return [...byVersion].flatMap(([version, changes]) => {
    const name = (cell: CatalogueCell) => titles.feature(cell.feature);
    const made = changes.flatMap(({ before, after }) =>
      after && !before ? [`${name(after)}${markText(after, money)}`] : [],
    );
    const gone = changes.flatMap(({ before, after }) => (before && !after ? [name(before)] : []));
    const other = changes.flatMap(({ before, after }) =>
      before && after ? [`  ~ ${name(after)}: ${stateText(before, money)} → ${stateText(after, money)}`] : [],
    );
    return [titles.version(version), ...wrapped('  + ', made), ...wrapped('  - ', gone), ...other];
  });
}

/** Prices of a row: "12.50 USD + 3.00 USD per user", "on request". */
export function pricesText(
  { fee, userFee }: { fee: number | null; userFee: number | null },
  money: Money,
): string {
  const prices = [
    ...(fee === null ? [] : [money(fee)]),
    ...(userFee === null ? [] : [`${money(userFee)} per user`]),
  ];
  return prices.join(' + ') || 'on request';
}

function markText(cell: CatalogueCell, money: Money): string {
  if (cell.kind === 'included') return cell.value === null ? '' : ` (${cell.value})`;
  return ` (${stateText(cell, money)})`;
}

function stateText(cell: CatalogueCell, money: Money): string {
  if (cell.kind === 'included') return cell.value ?? 'included';
  return `optional, ${pricesText(cell, money)}${cell.offer === null ? '' : `, as ${cell.offer}`}`;
}

function wrapped(sign: string, items: string[]): string[] {
  const lines: string[] = [];
  for (const [at, item] of items.entries()) {
    const text = at === items.length - 1 ? item : `${item}; `;
    const last = lines.at(-1);
    if (last !== undefined && last.length + text.length <= width) lines[lines.length - 1] = last + text;
    else lines.push((last === undefined ? sign : ' '.repeat(sign.length)) + text);
  }
  return lines.map((line) => line.trimEnd());
}
