/** True for `npm test -- --full`, which repeats tests with random or many inputs more often. */
export const isFullRun = process.env.TEST_SCOPE === 'full';

/** The number of repetitions or inputs of a test: `full` in a full run, otherwise `quick`. */
export function sampleSize(sizes: { quick: number; full: number }): number {
  return isFullRun ? sizes.full : sizes.quick;
}
