import { runCommand } from '@/tools/cli';
import { runPackageBin } from '@/tools/run-package-bin';

await runCommand(() =>
  runPackageBin('@biomejs/biome/bin/biome', ['check', '--write', ...process.argv.slice(2)]),
);
