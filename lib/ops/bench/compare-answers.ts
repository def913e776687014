import type { WireRequest } from './load/wire-request';
import { askOnce, type KeptAnswer } from './subjects/bare';

/** Who asks, and for which accounts; the two accounts have the same history but for its ids. */
export interface Cast {
  headers: Record<string, Record<string, string>>;
  versionIds: string[];
  accounts: [string, string];
  appKey: string;
}

/**
 * Asks two servers the same and returns what they answer differently: a peer that does less work would be no peer.
 * Reads are compared byte for byte, refusals by status and code, switches by what the history says afterwards.
 */
export async function compareAnswers(ports: [number, number], cast: Cast): Promise<string[]> {
  const reads = Object.entries(cast.headers).flatMap(([who, headers]) =>
    paths(cast).map((path) => ({ who, request: { path, headers } })),
  );
  const differences: string[] = [];
  for (const { who, request } of reads) {
    const [one, other] = await both(ports, request);
    if (telling(one) !== telling(other)) {
      differences.push(`GET ${request.path} as ${who}: ${shown(one)}, and ${shown(other)}`);
    }
  }
  return [...differences, ...(await compareSwitches(ports, cast))];
}

function paths({ versionIds }: Cast): string[] {
  const list = '/api/app/versions';
  const history = '/api/account/versions';
  return [
    ...['', '?exclude_matrix=true', '?exclude_matrix=maybe'].map((query) => `${list}${query}`),
    ...[...versionIds, versionIds[0]?.toUpperCase(), 'ver_unknown'].map((id) => `${list}/${id}`),
    ...['', '?limit=1', '?limit=5', '?limit=5&cursor=9', '?cursor=1', '?limit=0', '?limit=x'].map(
      (query) => `${history}${query}`,
    ),
  ];
}

/** Each server switches an account of its own. */
async function compareSwitches(ports: [number, number], cast: Cast): Promise<string[]> {
  const [first, second, third] = cast.versionIds;
  const bodies = [
    { version_id: first },
    { version_id: first },
    { version_id: second, reason: ' because ' },
    { version_id: third, reason: 'again' },
    { version_id: 'ver_unknown' },
    {},
    { version_id: third, more: true },
  ];
  const said = await Promise.all(
    ports.map(async (port, index) => {
      const headers = {
        Authorization: `Bearer ${cast.appKey}`,
        'X-Account-Id': cast.accounts[index] ?? '',
        'Idempotency-Key': '',
      };
      const answers: string[] = [];
      for (const [number, body] of [...bodies, bodies[3]].entries()) {
        // The last repeats the fourth.
        headers['Idempotency-Key'] = `key ${number % bodies.length === 0 && number > 0 ? 3 : number}`;
        const answer = await askOnce(port, { method: 'POST', path: '/api/app/versions', headers, body });
        answers.push(`${answer.headers['idempotent-replayed'] ?? 'first'} ${withoutOwn(telling(answer))}`);
      }
      const { 'Idempotency-Key': _, ...reading } = headers;
      const history = await askOnce(port, { path: '/api/account/versions', headers: reading });
      return [...answers, withoutOwn(history.body)];
    }),
  );
  return (
    said[0]?.flatMap((one, step) => {
      const other = said[1]?.[step];
      return one === other
        ? []
        : [`switch, step ${step + 1}: ${one.slice(0, 300)}, and ${other?.slice(0, 300)}`];
    }) ?? []
  );
}

function both(ports: [number, number], request: WireRequest): Promise<[KeptAnswer, KeptAnswer]> {
  return Promise.all([askOnce(ports[0], request), askOnce(ports[1], request)]);
}

/** What of an answer has to be the same. Words of a refusal may differ. */
function telling({ status, body }: KeptAnswer): string {
  return status < 300 ? body : `${status} ${JSON.parse(body).code}`;
}

/** Without what each switch has of its own. */
function withoutOwn(body: string): string {
  return body
    .replace(/"(history_id)":"[^"]*"/g, '"$1":""')
    .replace(/"(timestamp|activated|deactivated)":\d+/g, '"$1":0');
}

function shown({ status, body }: KeptAnswer): string {
  return `${status} ${body.slice(0, 300)}`;
}
