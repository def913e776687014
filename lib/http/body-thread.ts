// The thread in which a server process parses large bodies (lib/http/read-body.ts).

import { lowerPriority, serveTasks } from '@/lib/server/serve-tasks';
import { parseBody } from './read-body';

lowerPriority();
serveTasks(parseBody);
