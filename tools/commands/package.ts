import { build } from '@/tools/build';
import { parseArguments, resolveFolder, runCommand } from '@/tools/cli';
import { writePackage } from '@/tools/package';
import { runStep } from '@/tools/progress.mjs';
import { distDir } from '@/tools/serve';

const usage = `Usage: npm run package -- [--clients] FOLDER

Writes the build and what it needs to a new folder, which runs with Node alone: node FOLDER/tools/serve.mjs.
--clients writes packages of the clients instead: FOLDER/npm and FOLDER/python.`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArguments({ clients: { type: 'boolean' } }, usage);
  const folder = resolveFolder(positionals, usage);
  if (values.clients) {
    // Loaded here, because it loads the TypeScript compiler.
    const { writeClientPackages } = await import('@/tools/clients/write-client-packages');
    return runStep('writing the packages of the clients', async () => writeClientPackages(folder));
  }
  await build(distDir);
  await runStep('writing the package', () => writePackage(distDir, folder));
});
