/**
 * Lets the process go on when nobody reads what it prints any more: a terminal that was closed or a pipe that broke
 * would end it in the middle of stopping.
 */
export function outliveTerminal() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
