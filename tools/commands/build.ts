import { build } from '@/tools/build';
import { runCommand } from '@/tools/cli';

const usage = `Usage: npm run build

Builds the server and the pages, unless nothing has changed.`;

await runCommand(usage, () => build(process.env.NEXT_DIST_DIR || '.next'));
