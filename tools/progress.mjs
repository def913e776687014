// Progress output. All of it goes to stderr: stdout is for a command's result.

const labelWidth = 36;
const barWidth = 15;

/** The label on the current line, while its duration is not printed yet. */
let openLabel = '';

/** Whether this process has printed progress. */
let hasOutput = false;

/**
 * Prints a text on stderr, separated by an empty line from the progress before it.
 * @param {string} text
 */
export function logParagraph(text) {
  process.stderr.write(`${openLabel ? '\n' : ''}${hasOutput ? '\n' : ''}${text}\n`);
  openLabel = '';
}

/**
 * Prints one line on stderr.
 * @param {string} line
 */
export function log(line) {
  hasOutput = true;
  process.stderr.write(openLabel ? `\n  ${line}\n` : `  ${line}\n`);
  openLabel = '';
}

/**
 * Runs one step of a command, and prints its label and its duration on stderr. On a terminal, a bar shows the fraction,
 * from 0 to 1, that `work` reports.
 * @template T
 * @param {string} label a present participle: "installing packages"
 * @param {(report: (fraction: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runStep(label, work) {
  hasOutput = true;
  const startedAt = performance.now();
  process.stderr.write(openLabel ? `\n  ${label}` : `  ${label}`);
  openLabel = label;
  let done = '';
  /** @param {number} fraction */
  const report = (fraction) => {
    const filled = Math.round(fraction * barWidth);
    done = ` [${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
    printElapsed(label + done, startedAt, label);
  };
  const timer = setInterval(() => printElapsed(label + done, startedAt, label), 1000);
  timer.unref();
  let outcome = 'failed';
  try {
    const result = await work(report);
    outcome = formatSeconds(performance.now() - startedAt);
    return result;
  } finally {
    clearInterval(timer);
    // Repeat the label when other output has followed it.
    const restart = openLabel === label ? restartLine(label) : `${openLabel ? '\n' : ''}  ${label}`;
    process.stderr.write(`${restart}${' '.repeat(paddingWidth(label))}${outcome.padStart(8)}\n`);
    openLabel = '';
  }
}

/** @param {number} milliseconds */
export function formatSeconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Updates the elapsed seconds at the end of the line, on a terminal only.
 * @param {string} text the label, and the bar if any
 * @param {number} startedAt
 * @param {string} label
 */
function printElapsed(text, startedAt, label) {
  if (!process.stderr.isTTY || openLabel !== label) return;
  const elapsed = `${Math.round((performance.now() - startedAt) / 1000)} s`;
  process.stderr.write(`${restartLine(text)}${' '.repeat(paddingWidth(text))}${elapsed.padStart(8)}`);
}

/** @param {string} label */
function restartLine(label) {
  return process.stderr.isTTY ? `\r  ${label}` : '';
}

/** @param {string} label */
function paddingWidth(label) {
  return Math.max(1, labelWidth - label.length);
}
