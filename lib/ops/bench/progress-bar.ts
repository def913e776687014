import { seconds } from '@/lib/ops/progress.mjs';

const labelWidth = 36;
const barWidth = 24;

/**
 * Does work of many parts with a bar on the terminal; elsewhere a line when it is done. `advance` says that parts are.
 */
export async function withBar<T>(
  label: string,
  parts: number,
  work: (advance: (parts?: number) => void) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let done = 0;
  const show = (end = '') => {
    if (!process.stderr.isTTY && end === '') return;
    const lead = process.stderr.isTTY ? '\r  ' : '  ';
    const elapsed = seconds(performance.now() - began).padStart(8);
    const bar = process.stderr.isTTY ? `${drawBar(done / parts)} ` : '';
    process.stderr.write(`${lead}${label.padEnd(labelWidth)}${bar}${elapsed}${end}`);
  };
  const timer = setInterval(show, 500);
  timer.unref();
  try {
    show();
    return await work((more = 1) => {
      done += more;
      show();
    });
  } finally {
    clearInterval(timer);
    show('\n');
  }
}

export function drawBar(share: number): string {
  const full = Math.round(Math.min(1, share) * barWidth);
  return '█'.repeat(full) + '░'.repeat(barWidth - full);
}
