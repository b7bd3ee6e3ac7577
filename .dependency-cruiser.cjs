/** The permitted imports between folders. docs/architecture.md has the same rules as a table. There are no exceptions. */

/** Each room at the top of `src`, with the rooms that it may import. */
const rooms = {
  base: [],
  database: ['base'],
  queue: ['base', 'database'],
  graph: ['base', 'database'],
  ingest: ['base', 'database', 'queue', 'graph'],
  analysis: ['base', 'database', 'queue', 'graph'],
  http: ['base', 'database'],
  auth: ['base', 'database', 'queue', 'http'],
  work: ['base', 'database', 'queue', 'graph', 'ingest', 'analysis', 'auth/audit'],
  observability: ['base', 'database', 'queue', 'graph', 'ingest', 'analysis', 'work', 'http', 'auth'],
  modules: ['base', 'database', 'queue', 'graph', 'ingest', 'analysis', 'http', 'auth'],
  compat: ['base', 'database', 'graph', 'ingest', 'analysis', 'http', 'auth', 'modules'],
};

/** Smaller rooms inside of these that may import less. */
const innerRooms = {
  'auth/audit': ['base', 'database', 'queue'],
  'http/edition': ['base', 'http'],
  'compat/wire': ['base', 'http', 'compat'],
  'modules/conditions': ['base', 'graph', 'http'],
  'modules/environments': ['base', 'database', 'graph', 'analysis', 'http'],
  'modules/enterprise/scope': ['base', 'database', 'graph', 'http'],
};

/** Folders whose files may use the drivers of the database, beside entities and repositories. */
const driverFolders = ['database', 'queue', 'graph/store', 'graph/memory'];

const importRule = ([room, allowed]) => ({
  name: `${room.replaceAll('/', '-')}-imports`,
  severity: 'error',
  comment: `src/${room} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing else'}`,
  from: { path: `^src/${room}/` },
  to: { path: '^(src|demo)/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
});

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries({ ...rooms, ...innerRooms }).map(importRule),
    rule(
      'page-apart',
      'the page in ui/ and the service share the API alone; .oxlintrc.json has the rules for ui/, because this program reads no JSX',
      { path: '^(src|demo)/' },
      { path: '^ui/' },
    ),
    rule(
      'enterprise-in-its-folder',
      'the community edition is complete without src/modules/enterprise; only the two lists at the top name it',
      { path: '^src/', pathNot: ['^src/modules/enterprise/', '^src/(app\\.module|entities)\\.ts$'] },
      { path: '^src/modules/enterprise/' },
    ),
    rule(
      'resources-by-their-module',
      'src/app.module.ts takes a resource by its *.module.ts, which lists the controllers and services',
      { path: '^src/app\\.module\\.ts$' },
      { path: '^src/modules/', pathNot: '\\.module\\.ts$' },
    ),
    rule(
      'compat-at-the-edge',
      'only the start of the service knows whether clients use the forms of another product, by one file',
      { path: '^src/', pathNot: '^src/(compat/|server\\.ts$)' },
      { path: '^src/compat/' },
    ),
    rule(
      'compat-by-its-layer',
      'the start of the service takes the forms of another product as a whole',
      { path: '^src/server\\.ts$' },
      { path: '^src/compat/', pathNot: '^src/compat/compat-layer\\.ts$' },
    ),
    rule(
      'migrations-are-frozen',
      'what a migration reads is never changed, so nothing else reads it; migrations.ts is the list of all, before-first-release.ts is for restores',
      { path: '^(src|demo)/', pathNot: '^src/database/migrations/' },
      { path: '^src/database/migrations/', pathNot: '/(migrations|before-first-release)\\.ts$' },
    ),
    rule(
      'demo-by-one-import',
      'the product reaches the sample estate by the list of its commands alone',
      { path: '^src/', pathNot: '^src/commands/commands\\.ts$' },
      { path: '^demo/' },
    ),
    rule(
      'demo-commands-only',
      'the list of commands is the one door of demo/',
      { path: '^src/commands/commands\\.ts$' },
      { path: '^demo/', pathNot: '^demo/commands\\.ts$' },
    ),
    rule(
      'commands-on-top',
      'only the two programs use commands: cli.ts has all, main.ts is serve',
      { path: '^src/', pathNot: '^src/(commands/|(cli|main)\\.ts$)' },
      { path: '^src/commands/' },
    ),
    rule(
      'module-internals-private',
      'a resource uses another by its exported service or its shapes on the wire; three folders have code that resources share',
      { path: '^src/(?:modules/((?:enterprise/)?[^/]+)|compat)/' },
      {
        path: '^src/modules/',
        pathNot: [
          '^src/modules/$1/',
          '^src/modules/(conditions|environments|enterprise/scope)/',
          '\\.(module|service|dto|fields)\\.ts$',
        ],
      },
    ),
    rule(
      'threads-without-framework',
      'loading the framework takes longer than all else that a thread loads',
      { path: '-thread-(program|loop)\\.ts$' },
      { path: 'node_modules/@nestjs/', reachable: true },
    ),
    rule(
      'controller-not-repository',
      'a controller calls services',
      { path: '\\.controller\\.ts$' },
      { path: '\\.(repository|entity)\\.ts$' },
    ),
    rule('service-not-entity', 'rows end in the repository', { path: '\\.service\\.ts$' }, { path: '\\.entity\\.ts$' }),
    rule(
      'shapes-do-nothing',
      'requests, answers and mappers are data and pure functions',
      { path: '(/dto/.*|\\.dto|\\.fields|\\.mapper)\\.ts$' },
      { path: '\\.(controller|service|repository|entity|module|guard)\\.ts$' },
    ),
    rule(
      'sql-in-repositories',
      'accounts, uploads and resources speak to the database in their repositories only; graph and analysis are SQL throughout',
      { path: '^src/(auth|ingest|modules|compat|work/retention)/', pathNot: '\\.(repository|fixture)\\.ts$' },
      { path: '^src/database/(database|opening/data-source)\\.ts$' },
    ),
    rule(
      'product-not-tests',
      'what tests use is no part of the product',
      { path: '^(src|demo)/', pathNot: '\\.fixture\\.ts$' },
      { path: '(\\.fixture\\.ts$|^test/)' },
    ),
    rule(
      'drivers-in-their-place',
      `typeorm and pg end in entities, in repositories and in ${driverFolders.join(', ')}`,
      {
        path: '^src/',
        pathNot: ['\\.(entity|repository)\\.ts$', `^src/(${driverFolders.join('|')})/`, '\\.db-spec\\.ts$'],
      },
      { path: 'node_modules/(typeorm|pg|pg-copy-streams)/' },
    ),
    rule(
      'opentelemetry-in-its-place',
      'no other file knows OpenTelemetry (src/base/scope/tracing.ts)',
      { path: '^src/', pathNot: '^src/observability/tracing/(open-telemetry|span-tracer)\\.ts$' },
      { path: 'node_modules/@opentelemetry/' },
    ),
    rule(
      'opentelemetry-by-dynamic-import',
      'a process without traces does not load OpenTelemetry',
      { path: '^src/', pathNot: '^src/observability/tracing/open-telemetry\\.ts$' },
      { path: '^src/observability/tracing/(open-telemetry|span-tracer)\\.ts$', dynamic: false },
    ),
    rule(
      'typeorm-module-in-modules',
      'a module registers its entities (TypeOrmModule.forFeature) and a repository injects them (@InjectRepository)',
      { path: '^src/', pathNot: '\\.(module|repository)\\.ts$' },
      { path: 'node_modules/@nestjs/typeorm/' },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(db-|http-)?spec\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
