// Used by open-database.db.test.ts: keeps the embedded database in the given folder open until stdin ends.

import { openDatabase } from './open-database';

const database = await openDatabase({ dataDir: process.argv[2], temporary: true });
console.log(database.url);
for await (const _ of process.stdin);
await database.close();
