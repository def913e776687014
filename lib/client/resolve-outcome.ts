import { readHistoryPage } from './history';

/** `moved_on`: it was carried out, and somebody has switched again since. */
export type Outcome = 'done' | 'moved_on' | 'not_done' | 'unknown';

interface Question {
  versionId: string;
  /** `sequence` of the newest entry when the dialog opened, 0 for none; null where it could not be read. */
  sequenceBefore: number | null;
}

/**
 * Whether a switch whose answer got lost was carried out, read from the history. The switch may still be on its way, so
 * `not_done` means "not yet": a retry with the same idempotency key is safe, one with a new key is not.
 */
export async function resolveOutcome({ versionId, sequenceBefore }: Question): Promise<Outcome> {
  try {
    const { payload } = await readHistoryPage({ limit: 20 });
    const newest = payload[0];
    if (newest?.id === versionId) return 'done';
    if (sequenceBefore === null) return 'not_done';
    const since = payload.filter((entry) => entry.sequence > sequenceBefore);
    return since.some((entry) => entry.id === versionId) ? 'moved_on' : 'not_done';
  } catch {
    return 'unknown';
  }
}
