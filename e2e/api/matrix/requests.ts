import type { Stage } from './stage';

/** What a column of the table asks for. */
export type Asked = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Whether it answers under `/api` and at the origin (DESIGN 2). */
  atOrigin?: boolean;
} & ({ type: string; body: string } | { type?: undefined });

/** The requests of the table's columns. `caller` tells apart what each of them makes. */
export function requestsOf({ ours, versions }: Stage, caller: string): Record<string, Asked> {
  const version = (name: keyof typeof versions): Asked => ({
    method: 'GET',
    path: `/app/versions/${versions[name].id}`,
    atOrigin: true,
  });
  const invitation = { account_id: ours.account.id, role: 'member', name: 'Ada Example' };
  const order = { version_id: versions.upper.id };
  return {
    list: { method: 'GET', path: '/app/versions', atOrigin: true },
    switch: { method: 'POST', path: '/app/versions', atOrigin: true, ...json(order) },
    open: version('open'),
    granted: version('granted'),
    hidden: version('hidden'),
    foreign: version('foreign'),
    preview: { ...version('upper'), path: `/app/versions/${versions.upper.id}/preview` },
    history: { method: 'GET', path: '/account/versions', atOrigin: true },
    'sign up': {
      method: 'PUT',
      path: `/api/accounts/${encodeURIComponent(caller)}`,
      ...json({ title: 'Example Ltd' }),
    },
    invite: { method: 'POST', path: '/api/portal/sessions', ...json(invitation) },
    describe: { method: 'GET', path: '/api/openapi.json' },
    enter: { method: 'GET', path: '/enter' },
    demo: { method: 'POST', path: '/api/portal/demo', ...form('person=nobody') },
    // Last, because it ends sessions.
    'sign out': { method: 'POST', path: '/api/portal/sign-out', ...form('') },
  };
}

function json(value: unknown) {
  return { type: 'application/json', body: JSON.stringify(value) };
}

function form(body: string) {
  return { type: 'application/x-www-form-urlencoded', body };
}

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Addresses, one of each endpoint, with the methods that they do not have: 405 whoever asks. */
export function methodsMissing(requests: Record<string, Asked>): { path: string; methods: string[] }[] {
  const byEndpoint = new Map<string, Asked[]>();
  for (const asked of Object.values(requests)) {
    const endpoint = asked.path.replace(/ver_\w+/, ':id');
    byEndpoint.set(endpoint, [...(byEndpoint.get(endpoint) ?? []), asked]);
  }
  return [...byEndpoint.values()].flatMap((asked) => {
    const has = asked.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const methods = everyMethod.filter((method) => !has.includes(method));
    return addressesOf(asked[0]!).map((path) => ({ path, methods }));
  });
}

/** Addresses that nothing answers under, whatever the method. */
export const addressesOfNothing = ['/api/nothing', '/app/nothing', '/account/nothing'].map((path) => ({
  path,
  methods: everyMethod,
}));

/** Every address of a request: the spec's paths answer twice. */
export function addressesOf({ path, atOrigin }: Asked): string[] {
  return atOrigin ? [path, `/api${path}`] : [path];
}
