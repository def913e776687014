// For tests of sharing: uses the embedded database in the folder it is given until its input ends.

import { openDatabase } from '@/lib/ops/postgres';

const database = await openDatabase({ dataDir: process.argv[2], throwaway: true });
console.log(database.url);
for await (const _ of process.stdin);
await database.close();
