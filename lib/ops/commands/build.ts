import { command } from '@/lib/ops/command';
import { build } from '@/lib/ops/start/build';

await command(() => build(process.env.NEXT_DIST_DIR || '.next'));
