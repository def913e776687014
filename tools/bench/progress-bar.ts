import { formatSeconds } from '@/tools/progress.mjs';

const labelWidth = 36;
const barWidth = 24;

/**
 * Runs `work` with a progress bar on stderr, or without a terminal with one line at the end. `work` calls `advance`
 * with the number of completed parts.
 */
export async function withProgressBar<T>(
  label: string,
  parts: number,
  work: (advance: (parts?: number) => void) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let done = 0;
  const print = (end = '') => {
    if (!process.stderr.isTTY && end === '') return;
    const start = process.stderr.isTTY ? '\r  ' : '  ';
    const elapsed = formatSeconds(performance.now() - startedAt).padStart(8);
    const bar = process.stderr.isTTY ? `${drawBar(done / parts)} ` : '';
    process.stderr.write(`${start}${label.padEnd(labelWidth)}${bar}${elapsed}${end}`);
  };
  const timer = setInterval(print, 500);
  timer.unref();
  try {
    print();
    return await work((completed = 1) => {
      done += completed;
      print();
    });
  } finally {
    clearInterval(timer);
    print('\n');
  }
}

function drawBar(fraction: number): string {
  const filled = Math.round(Math.min(1, fraction) * barWidth);
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled);
}
