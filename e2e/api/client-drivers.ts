import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { AppVersions, AppVersionsError } from '@/examples/client';
import { projectRoot } from '@/tools/project-root.mjs';

// Calls the clients of `examples` in both languages, so that a test states what both do.

/** Parameters of `call`, in the spelling of TypeScript. */
export interface DriverParameters {
  path?: object;
  query?: object;
  body?: object;
  account?: string;
  actor?: { user_id: string; name: string };
  revision?: string;
  embeddingOrigin?: string;
  idempotencyKey?: string;
  /** Milliseconds. */
  timeoutMs?: number;
}

export interface Outcome {
  /** Body of the response, or all items of `list_all`. */
  body?: unknown;
  stale?: boolean;
  /** Unix seconds. */
  readAt?: number;
  etag?: string | null;
  error?: { status: number; code: string | null; message: string; retryAfter: number | null };
  /** Arguments of all calls of `onStale`, without the error. */
  reported: [account: string | null, readAt: number][];
}

export interface ClientDriver {
  language: string;
  /** Calls an operation with the client of this URL and key, which is created once. */
  call: (url: string, operation: string, parameters?: DriverParameters) => Promise<Outcome>;
  listAll: (url: string, operation: string, parameters?: DriverParameters) => Promise<Outcome>;
  exportHistory: (url: string, account: string) => Promise<Outcome>;
  /** Moves the clock of the clients. */
  elapse: (seconds: number) => Promise<unknown>;
  close: () => void;
}

export interface DriverOptions {
  appKey: string;
  maxCacheSize: number;
}

export const isPythonPresent = spawnSync('python3', ['--version']).status === 0;

/** Drivers of the clients that can run here. */
export function openDrivers(options: Partial<DriverOptions> = {}): ClientDriver[] {
  const complete = { appKey: 'avk_1', maxCacheSize: 50_000_000, ...options };
  return [openTypeScript(complete), ...(isPythonPresent ? [openPython(complete)] : [])];
}

/** As `call` of the client for an operation that is known at run time only. */
type UntypedCall = (id: string, parameters?: object) => Promise<Omit<Outcome, 'reported'>>;
type UntypedList = (id: string, parameters?: object) => AsyncGenerator<unknown>;

function openTypeScript({ appKey, maxCacheSize }: DriverOptions): ClientDriver {
  const clients = new Map<string, { client: AppVersions; reported: Outcome['reported'] }>();
  const { now } = Date;
  const measure = async (
    url: string,
    work: (client: AppVersions) => Promise<Omit<Outcome, 'reported'>>,
  ): Promise<Outcome> => {
    const reported: Outcome['reported'] = [];
    const onStale = (account: string | null, _: Error, readAt: number) => reported.push([account, readAt]);
    const entry = clients.get(url) ?? {
      client: new AppVersions(url, appKey, { onStale, maxCacheSize }),
      reported,
    };
    clients.set(url, entry);
    const finish = () => ({ reported: [...entry.reported] });
    try {
      return { ...(await work(entry.client)), ...finish() };
    } catch (error) {
      if (!(error instanceof AppVersionsError)) throw error;
      const { status, code, message, retryAfter } = error;
      return { error: { status, code, message, retryAfter }, ...finish() };
    }
  };
  return {
    language: 'TypeScript',
    call: (url, id, parameters) =>
      measure(url, (client) => (client.call.bind(client) as UntypedCall)(id, parameters)),
    listAll: (url, id, parameters) =>
      measure(url, async (client) => {
        const items = [];
        for await (const item of (client.listAll.bind(client) as UntypedList)(id, parameters))
          items.push(item);
        return { body: items };
      }),
    exportHistory: (url, account) =>
      measure(url, async (client) => ({ body: await client.exportHistory(account) })),
    elapse: async (seconds) => {
      const current = Date.now;
      Date.now = () => current() + seconds * 1000;
    },
    close: () => {
      Date.now = now;
    },
  };
}

/** Reads commands as lines of JSON, and runs each in a thread. */
const pythonDriver = `
import json, sys, threading, time
sys.stdin.reconfigure(encoding="utf-8")
from client import AppVersions, AppVersionsError
app_key, max_cache_size = sys.argv[1], int(sys.argv[2])
clients, output, elapsed = {}, threading.Lock(), [0]
now, monotonic = time.time, time.monotonic
time.time = lambda: now() + elapsed[0]
time.monotonic = lambda: monotonic() + elapsed[0]
names = {"embeddingOrigin": "embedding_origin", "idempotencyKey": "idempotency_key"}
def get_client(url):
    if url not in clients:
        reported = []
        on_stale = lambda account, _, read_at: reported.append([account, read_at])
        clients[url] = (AppVersions(url, app_key, on_stale=on_stale, max_cache_size=max_cache_size), reported)
    return clients[url]
def run(command):
    outcome = {}
    if command["do"] == "elapse":
        elapsed[0] += command["seconds"]
        reported = []
    else:
        client, reported = get_client(command["url"])
    given = {names.get(name, name): value for name, value in command.get("parameters", {}).items()}
    if "timeoutMs" in given:
        given["timeout"] = given.pop("timeoutMs") / 1000
    try:
        if command["do"] == "call":
            result = client.call(command["operation"], **given)
            outcome = {"body": result.body, "stale": result.stale, "readAt": result.read_at, "etag": result.etag}
        if command["do"] == "listAll":
            outcome = {"body": list(client.list_all(command["operation"], **given))}
        if command["do"] == "exportHistory":
            outcome = {"body": client.export_history(command["account"])}
    except AppVersionsError as error:
        outcome["error"] = {
            "status": error.status, "code": error.code, "message": str(error), "retryAfter": error.retry_after,
        }
    outcome.update(id=command["id"], reported=reported)
    with output:
        print(json.dumps(outcome), flush=True)
for line in sys.stdin:
    threading.Thread(target=run, args=(json.loads(line),)).start()
`;

function openPython({ appKey, maxCacheSize }: DriverOptions): ClientDriver {
  const args = ['-B', '-W', 'error', '-c', pythonDriver, appKey, String(maxCacheSize)];
  const child = spawn('python3', args, {
    cwd: `${projectRoot}/examples`,
    env: { ...process.env, PYTHONPATH: '.', PYTHONUTF8: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<number, (outcome: Outcome) => void>();
  createInterface(child.stdout).on('line', (line) => {
    const { id, ...outcome } = JSON.parse(line);
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  });
  let count = 0;
  const send = (command: object) =>
    new Promise<Outcome>((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      child.stdin.write(`${JSON.stringify({ ...command, id: count })}\n`);
    });
  return {
    language: 'Python',
    call: (url, operation, parameters = {}) => send({ do: 'call', url, operation, parameters }),
    listAll: (url, operation, parameters = {}) => send({ do: 'listAll', url, operation, parameters }),
    exportHistory: (url, account) => send({ do: 'exportHistory', url, account }),
    elapse: (seconds) => send({ do: 'elapse', seconds }),
    close: () => child.stdin.end(),
  };
}
