const labelWidth = 36;

/** The label whose duration is still to come on the same line. */
let open = '';

/** Whether this process has said anything yet. */
let spoke = false;

/**
 * Says something on stderr that stands apart from the progress before it.
 * @param {string} text
 */
export function sayApart(text) {
  process.stderr.write(`${open ? '\n' : ''}${spoke ? '\n' : ''}${text}\n`);
  open = '';
}

/**
 * Says one line on stderr.
 * @param {string} line
 */
export function say(line) {
  spoke = true;
  process.stderr.write(open ? `\n  ${line}\n` : `  ${line}\n`);
  open = '';
}

/**
 * Does one step of work, and says on stderr what it is and how long it took.
 * @template T
 * @param {string} label what is being done, as a participle: "installing packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  spoke = true;
  const began = performance.now();
  process.stderr.write(open ? `\n  ${label}` : `  ${label}`);
  open = label;
  const timer = setInterval(() => showElapsed(label, began), 1000);
  timer.unref();
  let outcome = 'failed';
  try {
    const result = await work();
    outcome = seconds(performance.now() - began);
    return result;
  } finally {
    clearInterval(timer);
    // Where something else was said meanwhile, the label is repeated.
    const restart = open === label ? rewind(label) : `${open ? '\n' : ''}  ${label}`;
    process.stderr.write(`${restart}${' '.repeat(gap(label))}${outcome.padStart(8)}\n`);
    open = '';
  }
}

/**
 * @param {number} milliseconds
 * @returns {string}
 */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * On a terminal the seconds are counted where the duration will stand.
 * @param {string} label
 * @param {number} began
 */
function showElapsed(label, began) {
  if (!process.stderr.isTTY || open !== label) return;
  const elapsed = `${Math.round((performance.now() - began) / 1000)} s`;
  process.stderr.write(`${rewind(label)}${' '.repeat(gap(label))}${elapsed.padStart(8)}`);
}

/** @param {string} label */
function rewind(label) {
  return process.stderr.isTTY ? `\r  ${label}` : '';
}

/** @param {string} label */
function gap(label) {
  return Math.max(1, labelWidth - label.length);
}
