/** How one subject did, as medians of its rounds. */
export interface Figure {
  subject: string;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Cores that its own processes kept busy, and those of the database; null where the system doesn't tell. */
  cores: number | null;
  databaseCores: number | null;
  /** What an answer costs its own processes and the database: on a busy machine steadier than what is left to answer. */
  cpuMs: number | null;
  memoryBytes: number | null;
  /** Requests a second of each round. */
  rounds: number[];
}

/** A ratio or a bound, and what the issue of it asks for. */
export interface Verdict {
  /** "against the peer" */
  what: string;
  value: number;
  unit: '×' | 'ms' | '%';
  /** Null where nothing is asked for. */
  goal: { bound: 'at least' | 'at most'; value: number } | null;
}

export interface Measure {
  name: string;
  /** "List, warm" */
  title: string;
  /** What was asked for and how, in a line. */
  note: string;
  figures: Figure[];
  verdicts: Verdict[];
}

export function isMet({ value, goal }: Verdict): boolean {
  if (goal === null) return true;
  return goal.bound === 'at least' ? value >= goal.value : value <= goal.value;
}

/** How many times as many requests a second the first answers. */
export function ratio(
  [of, against]: [Figure | undefined, Figure | undefined],
  what: string,
  least: number | null,
): Verdict[] {
  if (!of || !against) return [];
  const goal = least === null ? null : ({ bound: 'at least', value: least } as const);
  return [{ what, value: of.perSecond / against.perSecond, unit: '×', goal }];
}
