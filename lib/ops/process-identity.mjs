import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Names a process so that no later one can be taken for it: process numbers are used again, and soon so in a
 * container that was restarted.
 * @param {number} pid
 * @returns {string | null} null when there is no such process, or only its unburied remains
 */
export function processIdentity(pid) {
  const start = process.platform === 'linux' ? startOnLinux(pid) : startFromPs(pid);
  return start && `${pid} ${start}`;
}

/**
 * Whether the process that once had this identity still lives.
 * @param {string} identity
 */
export function isAlive(identity) {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && processIdentity(pid) === identity;
}

/** @param {number} pid */
function startOnLinux(pid) {
  try {
    // "pid (any name) state ppid …": the name may hold spaces and brackets, so count from the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    // A zombie answers to signals and holds nothing; with no init process in a container it stays for good.
    return state === 'Z' || state === 'X' ? null : (startTicks ?? null);
  } catch {
    return null;
  }
}

/** @param {number} pid */
function startFromPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state = 'Z', ...start] = (stdout ?? '').trim().split(/\s+/);
  return state.startsWith('Z') || start.length === 0 ? null : start.join('-');
}
