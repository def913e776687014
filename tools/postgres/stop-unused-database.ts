// The server process runs this when its parent was killed, which would have stopped the database.

import { stopUnusedDatabase } from './open-database';

await stopUnusedDatabase(process.argv[2]);
