/**
 * Who may import whom: the table of ARCHITECTURE.md as rules, checked by `npm run check`.
 * Each area's tsconfig says the same to the compiler; this file also limits npm packages per area.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`;

/** Files below `from` may use these npm packages and no other. */
const onlyPackages = (name, from, ...names) => ({
  name: `packages-of-${name}`,
  severity: 'error',
  from,
  to: { path: 'node_modules/', pathNot: npm(...names) },
});

/** A package that only some places may use. */
const keptIn = (name, places, ...names) => ({
  name: `${name}-kept-in-its-place`,
  severity: 'error',
  from: { path: '^(backend|entrypoints|shared|kits)/', pathNot: places },
  to: { path: npm(...names) },
});

const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

export default {
  forbidden: [
    never(
      'no-cycles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'Two files that need each other are one, or three.',
    ),
    never(
      'no-unresolvable',
      {},
      { couldNotResolve: true, pathNot: '^(virtual:|#)|\\.css$' },
      'The import leads nowhere.',
    ),
    never(
      'no-undeclared-packages',
      { pathNot: '^tests/' },
      // An optional peer also counts as `npm-no-pkg`.
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
      'Declare the package in the package.json of the area that uses it.',
    ),
    never(
      'product-does-not-import-tests',
      { path: '^(backend|entrypoints|shared|kits)/' },
      { path: '^tests/' },
      'Tests import the product, never the other way round.',
    ),

    never('contracts-stand-alone', { path: '^shared/contracts/' }, { pathNot: '^shared/contracts/|node_modules/' }),
    onlyPackages('contracts', { path: '^shared/contracts/' }, 'zod', 'zod-to-json-schema'),

    never(
      'page-tools-stand-alone',
      { path: '^shared/page-tools/', pathNot: 'build\\.ts$' },
      { pathNot: '^shared/|node_modules/' },
    ),
    onlyPackages('page-tools-core', { path: '^shared/page-tools/(core|html)/' }),
    onlyPackages('page-tools-react', { path: '^shared/page-tools/react/' }, 'react', '@types/react'),
    onlyPackages('page-tools-vue', { path: '^shared/page-tools/vue/' }, 'vue'),
    onlyPackages('page-tools-svelte', { path: '^shared/page-tools/svelte/' }, 'svelte'),
    onlyPackages('page-tools-zod3', { path: '^shared/page-tools/zod3/' }, 'zod', 'zod-to-json-schema'),

    never(
      'page-code-is-plain-dom',
      { path: '^entrypoints/content/(capture|act|draw)/' },
      { pathNot: '^entrypoints/content/(capture|act|draw)/|^shared/contracts/|node_modules/' },
    ),
    onlyPackages('page-code', { path: '^entrypoints/content/(capture|act|draw)/' }, 'dom-accessibility-api'),
    never(
      'page-tools-are-for-pages',
      { path: '^(entrypoints|backend)/', pathNot: '^entrypoints/page-tools\\.content/' },
      { path: '^shared/page-tools/' },
    ),
    never(
      'of-page-tools-the-bridge-has-forms-alone',
      { path: '^entrypoints/page-tools\\.content/' },
      {
        path: '^shared/page-tools/',
        pathNot: '^shared/page-tools/html/(form-controls|form-parameters|fill-form)\\.ts$',
      },
      'A form is read and filled the same way whether its page has the package or not; the rest is the page’s.',
    ),
    never(
      'entrypoints-do-not-import-each-other',
      { path: '^entrypoints/([^/]+)/' },
      { path: '^entrypoints/', pathNot: '^entrypoints/($1|utils)/' },
    ),
    never(
      'utils-import-no-entrypoint',
      { path: '^entrypoints/utils/' },
      { path: '^entrypoints/', pathNot: '^entrypoints/utils/' },
    ),
    never('extension-does-not-import-backend', { path: '^entrypoints/' }, { path: '^backend/' }),
    never(
      'extension-has-no-node',
      { path: '^(entrypoints|shared)/', pathNot: '^shared/page-tools/build.ts$' },
      { dependencyTypes: ['core'] },
    ),

    never('backend-does-not-import-extension', { path: '^backend/' }, { path: '^entrypoints/' }),
    never('agent-does-not-import-api', { path: '^backend/agent/' }, { path: '^backend/(api|bin|doctor)/' }),
    never(
      'tools-import-nothing-above-them',
      { path: '^backend/tools/' },
      { path: '^backend/(agent|api|models|bin|doctor)/' },
    ),
    never(
      'models-import-neither-agent-nor-api',
      { path: '^backend/models/' },
      { path: '^backend/(agent|api|bin|doctor)/' },
    ),
    never(
      'models-import-of-tools-the-planner-alone',
      { path: '^backend/models/' },
      { path: '^backend/(tools/(?!planner\\.ts)|kits|connections)' },
      'A model plans and answers; it runs no tool.',
    ),
    never(
      'kits-documents-and-connections-stand-alone',
      { path: '^backend/(kits|documents|connections)/' },
      { path: '^backend/(?!store/|egress/|node_modules/|(time-limit|mask-secrets|live-secrets)\\.ts|$1/)' },
      'Tools, agent and api are built on them.',
    ),
    never(
      'ground-imports-nothing-above-it',
      { path: '^backend/(store|egress|config\\.ts|log\\.ts)' },
      { path: '^backend/(agent|api|tools|models|kits|documents|connections|bin|doctor|server\\.ts)' },
    ),
    never(
      'only-bin-starts-things',
      { path: '^backend/', pathNot: '^backend/bin/' },
      { path: '^backend/bin/(?!install.mjs)' },
    ),

    never(
      'tools-reach-the-network-through-egress',
      // Those listen on loopback, or run inside the container that has no network.
      { path: '^backend/(tools|kits)/', pathNot: '^backend/kits/(ports\\.ts|runner/)' },
      { dependencyTypes: ['core'], path: '^(node:)?(http|https|http2|net|tls|dns|dgram)(/|$)' },
      'context.fetch checks addresses, redirects and sizes. A kit reaches Docker through dockerode.',
    ),
    keptIn('egress', '^backend/egress/', 'undici', 'ipaddr.js'),

    keptIn('hono', '^backend/(api/|server\\.ts)', 'hono', '@hono/[^/]+'),
    keptIn('mcp', '^backend/(tools/mcp|api|bin)/', '@modelcontextprotocol/[^/]+'),
    keptIn('file-readers', '^backend/documents/', 'file-type', 'read-excel-file', 'csv-parse', 'unpdf'),
    keptIn('docker', '^backend/(kits|doctor)/', 'dockerode'),
    keptIn('sqlite', '^backend/(store|agent)/', 'better-sqlite3', '@langchain/langgraph-checkpoint-sqlite'),
    keptIn('google-and-mail', '^backend/tools/', '@googleapis/[^/]+', 'nodemailer'),
    keptIn('style-sheets', '^backend/documents/', 'css-tree'),
    keptIn('command-line', '^backend/bin/', 'commander'),
    keptIn(
      'react',
      '^(entrypoints/(sidepanel|options)|shared/page-tools/react)/',
      'react',
      'react-dom',
      'radix-ui',
      'lucide-react',
    ),
    keptIn('html-parsers', '^backend/documents/', 'turndown', 'linkedom', '@mozilla/readability', '@joplin/[^/]+'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.output|\\.wxt|tests/fixtures/(pages|apps)|tests/\\.artifacts|shared/page-tools/dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
    skipAnalysisNotInRules: true,
  },
};
