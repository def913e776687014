import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.mjs';
import { runChild } from './child.mjs';
import { generateDatabaseClient } from './database-client.mjs';
import { installPackages } from './packages.mjs';

const commandsFolder = join(projectRoot, 'lib/ops/commands');

/**
 * Installs and generates what is missing, then runs the named command.
 * @param {string[]} argv the command's name and its arguments
 */
export async function bootstrap([name, ...args]) {
  const file = join(commandsFolder, `${name}.ts`);
  if (!name || !/^[a-z-]+$/.test(name) || !existsSync(file)) {
    console.error(`There is no command "${name ?? ''}". There are: ${commandNames().join(', ')}.`);
    process.exit(1);
  }
  // Next and Prisma both phone home unless told otherwise, and neither is asked to.
  process.env.NEXT_TELEMETRY_DISABLED ??= '1';
  process.env.CHECKPOINT_DISABLE ??= '1';
  process.chdir(projectRoot);
  try {
    await installPackages();
    await generateDatabaseClient();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  await runChild(file, args);
}

function commandNames() {
  return readdirSync(commandsFolder)
    .filter((file) => /^[a-z-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length));
}
