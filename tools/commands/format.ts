import { runCommand } from '@/tools/cli';
import { runPackageBin } from '@/tools/run-package-bin';

const usage = `Usage: npm run format -- [PATH...]

Formats files and fixes lint errors with Biome.`;

await runCommand(usage, () =>
  runPackageBin('@biomejs/biome/bin/biome', ['check', '--write', ...process.argv.slice(2)]),
);
