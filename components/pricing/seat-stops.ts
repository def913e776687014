/** Where the slider rests: close together where teams are small, and far apart where one more changes little. */
export const seatStops = [
  ...Array.from({ length: 20 }, (_, at) => at + 1),
  ...[25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 125, 150, 175, 200, 250, 300, 350, 400, 450, 500],
  ...[600, 700, 800, 900, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 3500, 4000, 4500, 5000],
  ...[6000, 7000, 8000, 9000, 10_000],
];

/** The last stop that isn't above this number. */
export function stopFor(seats: number): number {
  return Math.max(
    0,
    seatStops.findLastIndex((stop) => stop <= seats),
  );
}
