import type { Permission } from '../base/session.js';
import type { Screen } from './screen.js';

/** As the entry of a screen. Its path is the first one of the screen, unless it has one itself. */
type Place = readonly [label: string, key: string, tab?: string, path?: string | undefined];

const query = (tab: string): Place => ['Query', 'q', tab];
const tierZero = (tab: string, path?: string): Place => ['Tier zero', 't', tab, path];
const data = (tab: string): Place => ['Data', 'd', tab];
const collection = (tab: string, path?: string): Place => ['Collection', 'c', tab, path];
const clients = collection('Clients', '/clients');
const access = (tab: string): Place => ['Access', 'a', tab];

/** All screens, in the order of the navigation. A new one needs its line here and nothing else. */
export const screens: readonly Screen[] = [
  screen('/', 'graph:read', () => import('./find/find.js'), ['Find', 'f']),
  screen('/o/:id', 'graph:read', () => import('./object/object.js')),
  screen('/explore', 'graph:read', () => import('./explore/explore.js'), ['Explore', 'e']),
  screen('/paths', 'graph:read', () => import('./paths/paths.js'), ['Paths', 'p']),
  screen('/questions', 'graph:read', () => import('./questions/questions.js'), query('Questions')),
  screen('/cypher', 'queries:run', () => import('./cypher/cypher.js'), query('Cypher')),
  screen('/plan', 'graph:read', () => import('./plan/plan.js'), tierZero('Plan')),
  screen('/plans /plans/:id', 'graph:read', () => import('./plan/kept-plans.js'), tierZero('Kept plans')),
  screen('/tags/:id', 'graph:read', () => import('./tier-zero/tier-zero.js'), tierZero('Members', '/tags/1')),
  screen('/exposure', 'graph:read', () => import('./reach/exposure.js'), tierZero('Exposure')),
  screen('/ranking', 'graph:read', () => import('./reach/ranking.js'), tierZero('Ranking')),
  screen('/reports /reports/:id', 'reports:write', () => import('./reports/reports.js'), tierZero('Reports')),
  screen('/reachable', 'graph:read', () => import('./reach/reachable.js')),
  screen('/edges', 'graph:read', () => import('./reach/edges.js')),
  ...partOf('findings', [
    screen('/findings /findings/:id', 'graph:read', () => import('./findings/findings.js'), tierZero('Findings')),
    screen('/posture', 'graph:read', () => import('./findings/posture.js'), tierZero('Posture')),
  ]),
  screen('/data/uploads /data/uploads/:id', 'ingest:write', () => import('./data/uploads/uploads.js'), data('Uploads')),
  screen('/data/quality /data/quality/:id', 'graph:read', () => import('./data/quality.js'), data('Data quality')),
  screen('/changes', 'graph:read', () => import('./changes/changes.js'), data('Changes')),
  screen('/new-ways', 'graph:read', () => import('./changes/new-ways.js'), data('New ways')),
  ...ofWholeGraph([screen('/data/analysis', 'graph:read', () => import('./data/analysis.js'), data('Analysis'))]),
  ...partOf('jobs', [
    screen('/jobs /jobs/:id', 'collection:read', () => import('./collection/jobs.js'), collection('Jobs')),
  ]),
  ...partOf('clients', [
    screen('/clients /clients/:id', 'collection:read', () => import('./collection/clients.js'), clients),
    screen('/events/:id', 'collection:read', () => import('./collection/event.js'), clients),
  ]),
  screen('/accounts /accounts/:id', 'users:manage', () => import('./access/accounts.js'), access('Accounts')),
  screen('/tokens', 'tokens:manage-own', () => import('./access/tokens.js'), access('Tokens')),
  screen('/providers', 'providers:read', () => import('./access/providers.js'), access('Providers')),
  screen('/alerts', 'alerts:read', () => import('./alerts/alerts.js'), access('Alerts')),
  screen('/audit', 'audit:read', () => import('./access/audit.js'), access('Audit log')),
  // The command line leads there.
  screen('/device', 'self:manage', () => import('./access/device.js')),
  // The menu of the account leads there.
  screen('/me', 'self:manage', () => import('./access/me.js')),
];

/** @param paths below `/ui`, separated by spaces */
function screen(paths: string, permission: Permission, load: Screen['load'], place?: Place): Screen {
  const [first = '', ...others] = paths.split(' ');
  const [label = '', key = '', tab, path = first] = place ?? [];
  const entry = place && { label, key, tab, path };
  return { paths: [first, ...others], permission, load, capability: undefined, isOfWholeGraph: false, entry };
}

/** Screens that accounts limited to environments lack. */
function ofWholeGraph(some: readonly Screen[]): readonly Screen[] {
  return some.map((it) => ({ ...it, isOfWholeGraph: true }));
}

/** Screens that editions without the capability lack (`GET /api/v2/about`). */
function partOf(capability: string, some: readonly Screen[]): readonly Screen[] {
  return some.map((it) => ({ ...it, capability }));
}
