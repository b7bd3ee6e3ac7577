/** Who may import whom. The picture of it is in docs/architecture.md; there is no list of exceptions. */
const layer = (name, from, forbidden, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: forbidden },
});

const enterprise = '(jobs|events|clients|collector)';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    layer('common-is-leaf', '^src/common/', '^src/(?!common/)', 'common knows nothing of the house'),
    layer('config-knows-common', '^src/config/', '^src/(?!common/|config/)', 'config may import common only'),
    layer(
      'edition-knows-config',
      '^src/edition/',
      '^src/(?!common/|config/|edition/)',
      'edition may import common and config only',
    ),
    layer(
      'database-below',
      '^src/database/',
      '^src/(?!common/|config/|database/)',
      'database may import common and config only',
    ),
    layer(
      'http-below',
      '^src/http/',
      '^src/(?!common/|config/|database/|edition/|http/)',
      'http knows no resource and no scheme of authentication',
    ),
    layer(
      'queue-below',
      '^src/queue/',
      '^src/(?!common/|config/|database/|queue/)',
      'the queue knows the names of tasks and nothing of what they do',
    ),
    layer(
      'graph-below',
      '^src/graph/',
      '^src/(?!common/|config/|database/|graph/)',
      'the graph knows no HTTP and no file format',
    ),
    layer(
      'ingest-below',
      '^src/ingest/',
      '^src/(?!common/|config/|database/|queue/|graph/|ingest/)',
      'ingest feeds the graph and knows no HTTP',
    ),
    layer(
      'analysis-below',
      '^src/analysis/',
      '^src/(?!common/|config/|database/|queue/|graph/|analysis/)',
      'analysis works on the graph alone',
    ),
    layer(
      'retention-below',
      '^src/retention/',
      '^src/(?!common/|config/|database/|graph/|analysis/|audit/|retention/)',
      'what is removed with age knows no HTTP, no file format and no resource',
    ),
    layer(
      'pipeline-below',
      '^src/pipeline/',
      '^src/(?!common/|config/|database/|queue/|graph/|ingest/|analysis/|retention/|pipeline/)',
      'what happens by itself knows no HTTP and no resource',
    ),
    layer(
      'audit-below',
      '^src/audit/',
      '^src/(?!common/|config/|database/|audit/)',
      'whoever does what belongs into the audit log may record it, so that the log itself knows nobody',
    ),
    layer(
      'auth-below',
      '^src/auth/',
      '^src/(?!common/|config/|database/|edition/|http/|audit/|auth/)',
      'auth knows no resource',
    ),
    layer(
      'environments-below',
      '^src/environments/',
      '^src/(?!common/|database/|analysis/|http/|environments/)',
      'what domains and tenants have in common knows neither',
    ),
    layer(
      'collection-below',
      '^src/collection/',
      '^src/(?!common/|config/|database/|graph/|http/|collection/)',
      'what events and jobs have in common knows neither',
    ),
    layer(
      'modules-below',
      '^src/modules/',
      '^src/(?!common/|config/|database/|edition/|queue/|graph/|ingest/|analysis/|http/|audit/|auth/|collection/|environments/|modules/)',
      'a resource knows nothing of who starts it',
    ),
    layer(
      'operations-below',
      '^src/operations/',
      '^src/(?!common/|config/|database/|queue/|edition/|graph/|ingest/|http/|auth/|operations/)',
      'logs, metrics and health know no resource',
    ),
    layer(
      'compat-at-the-edge',
      '^src/compat/',
      '^src/(?!common/|config/|http/|compat/)',
      'forms of another product are brought into ours before, and out of ours after, everything else',
    ),
    {
      name: 'compat-known-by-none',
      severity: 'error',
      comment: 'whether a client knows our forms or those of another product is nothing to the inside',
      from: { path: '^src/', pathNot: '^src/(compat/|create-app\\.ts$)' },
      to: { path: '^src/compat/' },
    },
    {
      name: 'demo-and-commands-on-top',
      severity: 'error',
      comment: 'the service runs without the sample estate and without the command line',
      from: { path: '^src/', pathNot: '^src/(commands/|demo/|cli\\.ts$)' },
      to: { path: '^src/(commands|demo)/' },
    },
    {
      name: 'module-internals-private',
      severity: 'error',
      comment: 'a resource reaches another through its exported service only; how it looks on the wire, all may know',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', '\\.(module|service|dto)\\.ts$'] },
    },
    {
      name: 'community-not-enterprise',
      severity: 'error',
      comment: 'the community edition is whole without the rest',
      from: { path: '^src/modules/', pathNot: `^src/modules/${enterprise}/` },
      to: { path: `^src/(modules/${enterprise}|collection)/` },
    },
    {
      name: 'controller-not-repository',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '\\.(repository|entity)\\.ts$' },
    },
    {
      name: 'service-not-entity',
      severity: 'error',
      comment: 'rows end in the repository',
      from: { path: '\\.service\\.ts$' },
      to: { path: '\\.entity\\.ts$' },
    },
    {
      name: 'shapes-do-nothing',
      severity: 'error',
      comment: 'requests, answers and mappers are data and pure functions',
      from: { path: '(/dto/.*|\\.dto|\\.mapper)\\.ts$' },
      to: { path: '\\.(controller|service|repository|entity|module|guard)\\.ts$' },
    },
    {
      name: 'sql-in-repositories',
      severity: 'error',
      comment:
        'accounts and resources speak to the database in their repositories only; graph and analysis are SQL through and through',
      from: {
        path: '^src/(audit|auth|collection|environments|ingest|modules|retention)/',
        pathNot: '\\.(repository|fixture)\\.ts$',
      },
      to: { path: '^src/database/(database|database-of|data-source)\\.ts$' },
    },
    {
      name: 'product-not-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.fixture\\.ts$' },
      to: { path: '(\\.fixture\\.ts$|^test/)' },
    },
    {
      name: 'drivers-in-their-place',
      severity: 'error',
      comment: 'typeorm and pg end in entities, repositories, the database folder and the loaders',
      from: {
        path: '^src/',
        pathNot: [
          '\\.entity\\.ts$',
          '\\.repository\\.ts$',
          '^src/database/',
          '^src/queue/',
          '^src/graph/loader/',
          '\\.db-spec\\.ts$',
        ],
      },
      to: { path: 'node_modules/(typeorm|pg|@nestjs/typeorm|pg-copy-streams)/' },
    },
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
