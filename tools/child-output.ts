import type { ChildProcess } from 'node:child_process';

/** Waits until a program with pipes ends. Its output is stdout and stderr, as they were written. */
export async function readChildOutput(child: ChildProcess): Promise<{ code: number; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  return { code, output: output.trim() };
}
