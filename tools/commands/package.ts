import { build } from '@/tools/build';
import { parseFolderArgument, runCommand } from '@/tools/cli';
import { writePackage } from '@/tools/package';
import { runStep } from '@/tools/progress.mjs';
import { distDir } from '@/tools/serve';

const usage = `Usage: npm run package -- FOLDER

Writes the build and what it needs to a new folder, which runs with Node alone: node FOLDER/tools/serve.mjs.`;

await runCommand(usage, async () => {
  const folder = parseFolderArgument(usage);
  await build(distDir);
  await runStep('writing the package', () => writePackage(distDir, folder));
});
