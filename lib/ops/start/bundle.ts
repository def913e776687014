import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '@/lib/ops/project-root.mjs';

/** Where `bundleInterface` puts what the server mounts, below the folder of the pages' build. */
export const bundleName = 'interface.mjs';

/**
 * Makes one JavaScript file of the interface, for a server that runs without a loader. Packages stay outside, so that
 * they are there once for the pages and for it.
 */
export async function bundleInterface(distDir: string): Promise<void> {
  await build({
    entryPoints: [join(projectRoot, 'app/api/mount.ts')],
    outfile: join(projectRoot, distDir, bundleName),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    inject: [join(projectRoot, 'lib/http/light-response.ts')],
    logLevel: 'silent',
  });
}
