/** What a level of the test command came to. A check without tests of its own counts as one. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** Shown whole when something failed. */
  output: string;
}

/** The outcome of a check that either holds or does not. */
export function oneCheck(holds: boolean, output: string): Outcome {
  return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0, output };
}

/** A runner that fails although no test did (a broken import, no test found) counts as one failure. */
export function failsWith(code: number, outcome: Outcome): Outcome {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}
