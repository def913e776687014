const daySeconds = 24 * 60 * 60;

/** Reached after about three years. */
const maxSpacingSteps = 9;

/** The space between two timeline entries, in steps from 0 to 9. It grows with the square root of the time between them. */
export function getSpacingSteps(seconds: number): number {
  const days = Math.max(0, seconds) / daySeconds;
  return Math.min(maxSpacingSteps, Math.round(Math.sqrt(days / 13)));
}
