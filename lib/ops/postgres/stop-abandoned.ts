// Run by the server process when the one that started it was killed: nobody else is left to stop the database.

import { stopAbandoned } from '@/lib/ops/postgres';

await stopAbandoned(process.argv[2]);
