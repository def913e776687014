import type { Blocker } from '@/lib/contract/fields';
import type { VersionEntry } from '@/lib/contract/versions';

/** Blockers that concern the account, not the plan. */
const accountCodes = ['forbidden', 'exit_restricted'];

/** The blocker of all other plans, which is stated once. Null if there is none, or only one other plan. */
export function findSharedBlocker(
  versions: readonly Pick<VersionEntry, 'current' | 'switch'>[],
): Blocker | null {
  const decisions = versions.flatMap(({ current, switch: decision }) =>
    decision && !current ? [decision] : [],
  );
  const codes = accountCodes.filter((code) =>
    decisions.every(({ blockers }) => blockers.some((blocker) => blocker.code === code)),
  );
  if (decisions.length < 2) return null;
  return decisions[0]?.blockers.find(({ code }) => code === codes[0]) ?? null;
}
