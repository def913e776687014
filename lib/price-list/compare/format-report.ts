import { type ImportReport, type PartKind, partKinds, type ReportedPart } from '../build/import-report';
import { groupBy } from './catalog-changes';

const kindLabels: Record<PartKind, string> = {
  plan: 'Plans',
  feature: 'Features',
  limit: 'Limits',
  amount: 'Amounts',
  'add-on': 'Add-ons',
  price: 'Prices',
  field: 'Other fields',
};

/**
 * The parts of a price list: how many are served unchanged, changed and left out, with the reasons. Fields that have no
 * place in the API are only counted, unless `verbose`.
 */
export function formatReport({ all }: ImportReport, verbose = false): string {
  const rows = partKinds.flatMap((kind) => {
    const parts = all.filter((part) => part.kind === kind);
    return parts.length === 0 ? [] : [formatKind(kind, parts, verbose)];
  });
  return ['Parts of the file', ...rows.flat().map((line) => `  ${line}`)].join('\n');
}

function formatKind(kind: PartKind, parts: ReportedPart[], verbose: boolean): string[] {
  const select = (outcome: ReportedPart['outcome']) => parts.filter((part) => part.outcome === outcome);
  const [changed, leftOut] = [select('changed'), select('left_out')];
  const isShort = kind === 'field' && !verbose;
  const unchanged = parts.length - changed.length - leftOut.length;
  return [
    `${kindLabels[kind]}: ${parts.length} in the file, ${unchanged} served unchanged, ${changed.length} changed, ` +
      `${leftOut.length} left out.`,
    ...formatReasons('changed', changed, isShort),
    ...formatReasons('left out', leftOut, isShort),
  ];
}

function formatReasons(label: string, parts: ReportedPart[], isShort: boolean): string[] {
  return [...groupBy(parts, ({ reason }) => reason ?? '')].map(([reason, group]) => {
    const paths = groupPaths(
      group.map(({ path }) => path),
      isShort,
    );
    return `  ${group.length} ${label}, because ${reason}: ${paths}`;
  });
}

/**
 * `plans.{FREE, TEAM}.usageLimits.storage` for paths that differ in the second key. With `isShort`, it
 * is `plans.*.usageLimits.storage (2)`.
 */
function groupPaths(paths: string[], isShort: boolean): string {
  const split = paths.map((path) => {
    const [section = '', name, ...rest] = path.split('.');
    return { section, name, rest };
  });
  return [
    ...groupBy(split, ({ section, name, rest }) =>
      JSON.stringify([section, name === undefined, rest]),
    ).values(),
  ]
    .map((group) => {
      const { section, rest } = group[0]!;
      const names = group.flatMap(({ name }) => name ?? []);
      const listed = names.length > 1 ? `{${names.join(', ')}}` : names[0];
      const shown = isShort && names.length > 1 ? '*' : listed;
      const path = [section, shown, ...rest].filter((part) => part !== undefined).join('.');
      return shown === '*' ? `${path} (${names.length})` : path;
    })
    .join(', ');
}
