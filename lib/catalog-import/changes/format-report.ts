import {
  type ImportReport,
  type PartKind,
  partKinds,
  type ReportedPart,
} from '@/lib/catalog-import/import-report';

const kindLabels: Record<PartKind, string> = {
  plan: 'Plans',
  feature: 'Features',
  limit: 'Limits',
  amount: 'Amounts',
  'add-on': 'Add-ons',
  price: 'Prices',
  field: 'Other fields',
};

/** Paths that are printed for each reason. */
const maxPaths = 5;

/** The parts of a price list: how many are served unchanged, changed and left out, with the reasons. */
export function formatReport({ all }: ImportReport): string {
  const rows = partKinds.flatMap((kind) => {
    const parts = all.filter((part) => part.kind === kind);
    return parts.length === 0 ? [] : [formatKind(kind, parts)];
  });
  return ['Parts of the file', ...rows.flat().map((line) => `  ${line}`)].join('\n');
}

function formatKind(kind: PartKind, parts: ReportedPart[]): string[] {
  const count = (outcome: ReportedPart['outcome']) => parts.filter((part) => part.outcome === outcome).length;
  const counts =
    `${parts.length} in the file, ${count('unchanged')} served unchanged, ${count('changed')} changed, ` +
    `${count('left_out')} left out`;
  return [
    `${kindLabels[kind]}: ${counts}.`,
    ...formatReasons('changed', parts),
    ...formatReasons('left_out', parts),
  ];
}

function formatReasons(outcome: ReportedPart['outcome'], parts: ReportedPart[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const part of parts) {
    if (part.outcome !== outcome) continue;
    const reason = part.reason ?? '';
    byReason.set(reason, [...(byReason.get(reason) ?? []), part.path]);
  }
  const label = outcome === 'changed' ? 'changed' : 'left out';
  return [...byReason].map(([reason, paths]) => {
    const more = paths.length - maxPaths;
    const listed = paths.slice(0, maxPaths).join(', ');
    return `  ${paths.length} ${label}, because ${reason}: ${listed}${more > 0 ? ` and ${more} more` : ''}`;
  });
}
