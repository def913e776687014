import { build } from '@/tools/build';
import { runCommand } from '@/tools/cli';

await runCommand(() => build(process.env.NEXT_DIST_DIR || '.next'));
