import { command } from '@/lib/ops/command';
import { runTool } from '@/lib/ops/run-tool';

await command(() => runTool('@biomejs/biome/bin/biome', ['check', '--write', ...process.argv.slice(2)]));
