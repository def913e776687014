import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, wherever a command was called from. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
