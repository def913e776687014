import type { Sheet, SheetName, Sheets } from './sheets';
import { parseTextId } from './texts';

/** A cell that a problem is about. */
export interface ProblemPlace {
  sheet: SheetName;
  row: string;
  column: string;
}

const inList = 'custom.app_versions.';

/** The cell of a path such as `plans.TEAM.price`. It is null if the table has none, as for a line with an unknown key. */
export function locateProblem(
  sheets: Sheets,
  { file, path }: { file: string; path: string },
): ProblemPlace | null {
  const isExtension = file === 'extension' || path.startsWith(inList);
  const own = path.startsWith(inList) ? path.slice(inList.length) : path;
  // `switching.plans.TEAM` is a setting of the plan.
  const name = own.replace(/^switching\.(plans\..*)$/, '$1.switching');
  const part = isExtension ? 'extension' : 'list';
  if (isExtension && name.startsWith('texts.')) return locateText(sheets.texts, name);
  const findColumn = (sheet: Sheet) =>
    sheet.columns.find(({ id }) => name.startsWith(`${id}.`) || name === id);
  for (const sheet of ['plans', 'addOns'] as const) {
    const column = findColumn(sheets[sheet]);
    if (!column) continue;
    const rest = name.slice(column.id.length + 1).replace(/^usageLimitsExtensions/, 'usageLimits');
    const row = findRow(sheets[sheet], [rest, rest.replace(/\.value$/, ''), `${part}.${rest.split('.')[0]}`]);
    return { sheet, row: row ?? 'extension.title', column: column.id };
  }
  const rows = sheets.features.groups.flatMap((group) => group.rows);
  const feature = rows.find(({ id }) => name.startsWith(`${id}.`) || name === id);
  if (feature) {
    const [setting = ''] = name.slice(feature.id.length + 1).split('.');
    const column = sheets.features.columns.find(({ id }) => id === `${part}.${setting}`);
    return { sheet: 'features', row: feature.id, column: column?.id ?? 'extension.title' };
  }
  const [setting = ''] = name.replace(/^(app|switching)\./, '').split('.');
  const row = findRow(sheets.app, [`${part}.${setting}`]);
  return row === undefined ? null : { sheet: 'app', row, column: 'value' };
}

/** Finds the cell of a text. A problem of a language as a whole, such as missing texts, is at its first missing one. */
function locateText({ columns, groups }: Sheet, name: string): ProblemPlace | null {
  const column = columns.find(({ id }) => name === `texts.${id}` || name.startsWith(`texts.${id}.`));
  if (!column) return null;
  const rest = name.slice(`texts.${column.id}.`.length);
  const rows = groups.flatMap((group) => group.rows);
  const isAt = (id: string) => {
    const path = parseTextId(id).join('.');
    return path === rest || path === `${rest}.other`;
  };
  const row =
    rows.find(({ id }) => isAt(id)) ??
    rows.find(({ cells }) => cells[columns.indexOf(column)]?.isMissing) ??
    rows[0];
  return { sheet: 'texts', row: row?.id ?? '', column: column.id };
}

function findRow({ groups }: Sheet, ids: string[]): string | undefined {
  return groups.flatMap(({ rows }) => rows).find(({ id }) => ids.includes(id))?.id;
}
