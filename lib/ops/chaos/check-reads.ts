import type { AccountRun, HistoryRead, HistoryRecord, Report } from './account-run';

/** Every read is what the end begins with: the same records, whole, up to the newest there was. */
export function checkReads({ reads, end }: AccountRun, report: Report): void {
  for (const read of reads) checkRead(read, end, report);
}

function checkRead({ entries, limit }: HistoryRead, end: HistoryRecord[], report: Report): void {
  const newest = entries[0]?.sequence ?? 0;
  if (newest > end.length) {
    report('a read is a prefix', `a read saw record ${newest}, the end has ${end.length}`);
    return;
  }
  if (entries.length !== Math.min(limit, newest)) {
    report('a read is a prefix', `a read up to record ${newest} had ${entries.length} of them`);
  }
  for (const [index, entry] of entries.entries()) {
    const kept = end[newest - index - 1];
    // The newest had not ended yet; everything else of a record is there for good.
    const then = kept && (index === 0 ? { ...kept, deactivated: null } : kept);
    if (JSON.stringify(entry) === JSON.stringify(then)) continue;
    report(
      'a read is a prefix',
      `a read saw ${JSON.stringify(entry)} where the end has ${JSON.stringify(then)}`,
    );
  }
}
