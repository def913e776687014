/**
 * Ignores write errors of stdout and stderr. When the terminal is closed or a pipe breaks, the process can still shut
 * down in an orderly way.
 */
export function ignoreEpipe() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
