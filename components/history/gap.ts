const day = 24 * 60 * 60;

/** How many steps of space a stretch of time takes: none for a day, nine for three years and more. */
export const mostSteps = 9;

/**
 * Space follows time by its square root: a month is told from a year, and a decade doesn't push the rest off the page.
 */
export function gapSteps(seconds: number): number {
  const days = Math.max(0, seconds) / day;
  return Math.min(mostSteps, Math.round(Math.sqrt(days / 13)));
}
