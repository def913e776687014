// The thread in which a server process parses large bodies (lib/http/pipeline/read-body.ts).

import { lowerPriority, serveTasks } from '@/lib/server/process/serve-tasks';
import { parseBody } from './read-body';

lowerPriority();
serveTasks(parseBody);
