/** True for `npm test -- --full`, which runs long tests, more inputs and random ones. */
export const isFullRun = process.env.TEST_SCOPE === 'full';

/** The number of repetitions or inputs of a test: `full` in a full run, otherwise `quick`. */
export function sampleSize(sizes: { quick: number; full: number }): number {
  return isFullRun ? sizes.full : sizes.quick;
}

const dayMs = 86_400_000;

/**
 * The seed of a test with random inputs: `variable` if it is set, in a full run the number of the day, so that a
 * repeated run repeats a failure, otherwise always the same.
 */
export function chooseSeed(variable: string | undefined): number {
  return Number(variable ?? (isFullRun ? Math.floor(Date.now() / dayMs) : 1));
}
