import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@/lib/ops/project-root.mjs';

/** Puts the demo's data in. Returns the slug of the demo's app. */
export async function seedDemo(url: string, log: (line: string) => void): Promise<string> {
  const file = ['prisma/seed.ts', 'prisma/seed/index.ts'].map((f) => join(projectRoot, f)).find(existsSync);
  if (!file) return 'demo';
  const { seed, demoAppSlug } = await import(file);
  await seed(url, log);
  return demoAppSlug;
}
