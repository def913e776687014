import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used so far. */
export interface Usage {
  cpuSeconds: number;
  memoryBytes: number;
}

const ticksPerSecond = 100;
const pageBytes = 4096;

/** Null where the system has no /proc to tell. */
export function readUsage(pid: number): Usage | null {
  const fields = readStat(pid);
  return fields && { cpuSeconds: fields.ownTicks / ticksPerSecond, memoryBytes: fields.pages * pageBytes };
}

/** CPU of a process and of all it has started, also of those that are gone. */
export function readFamilyCpu(pid: number): number | null {
  const own = readStat(pid);
  if (!own) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((fields) => fields?.parent === pid);
  const ticks = children.reduce((sum, child) => sum + (child?.ownTicks ?? 0), own.ownTicks + own.goneTicks);
  return ticks / ticksPerSecond;
}

/** See proc_pid_stat(5). The name may hold anything, so fields are counted behind its closing bracket. */
function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 3]);
    return {
      parent: field(4),
      ownTicks: field(14) + field(15),
      goneTicks: field(16) + field(17),
      pages: field(24),
    };
  } catch {
    return null;
  }
}
