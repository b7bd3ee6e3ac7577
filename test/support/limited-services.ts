import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { AnalysisRuns } from '../../src/analysis/runs/analysis-runs.js';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { writeGraph } from '../../src/graph/graph.fixture.js';
import { acme } from '../../src/modules/extensions/extensions.fixture.js';
import { GraphKeeper } from '../../src/graph/memory/graph-keeper.js';
import { OverviewTask } from '../../src/modules/overview/overview.task.js';
import { type TestApp, testApp } from './app.js';
import { type HiddenEstate, seenChanges, seenDomain, seenEstate, seenOrganization } from './limited-estate.js';
import { bearerFetch, login, type SendOptions } from './signed-client.js';

/** A service with the common estate and a hidden one, asked by an account that sees the common one. */
export interface LimitedService {
  readonly app: TestApp;
  readonly hidden: HiddenEstate;
  ask(method: string, target: string, options?: SendOptions): Promise<Response>;
}

/** @param environment settings */
export async function limitedService(
  hidden: HiddenEstate,
  environment: Readonly<Record<string, string>> = {},
): Promise<LimitedService> {
  const app = await testApp({ environment });
  // The analysis computes figures of what accounts see.
  const password = 'a password of five words';
  const accounts = app.app.get(AccountsService);
  const { id } = await accounts.create({ name: 'limited', email: null, role: 'user', password });
  await accounts.limit(id, { environments: [seenDomain, seenOrganization], seesNodesOfNone: false });
  for (const extension of [acme, hidden.extension]) await app.call('PUT', '/api/v2/extensions', extension);
  await writeGraph(app.database, seenEstate);
  // Ids of findings count the hidden ones, too: those that accounts see come first.
  await app.database.query(
    `WITH selector AS (INSERT INTO asset_group_selector (asset_group_id, name) SELECT id, 'by hand' FROM asset_group RETURNING *)
     INSERT INTO asset_group_seed SELECT id, unnest(ARRAY['${seenDomain}-130', '${seenOrganization}-repo']) FROM selector`,
  );
  await analyse(app);
  await writeGraph(app.database, hidden.records);
  await analyse(app);
  // Numbers of nodes count the hidden ones: those that accounts see have the same in all services.
  await app.database.query('ALTER TABLE node ALTER COLUMN id RESTART WITH 1000');
  await writeGraph(app.database, seenChanges);
  await writeGraph(app.database, hidden.later);
  await app.database.query(
    `INSERT INTO asset_group_seed SELECT id, unnest(ARRAY['${seenDomain}-110', '${hidden.user}', '${hidden.foreign}', '${hidden.organization}-repo'])
     FROM asset_group_selector WHERE name = 'by hand'`,
  );
  if (hidden.removed) await app.call('DELETE', `/api/v2/graph?environment=${hidden.removed}`);
  await keepPlan(app, hidden);
  await keepPicture(app, hidden);
  await analyse(app);
  const bearer = await login(app.url, 'limited', password);
  return { app, hidden, ask: (method, target, options) => bearerFetch(app.url, bearer, method, target, options) };
}

/** As an account keeps it that sees everything: as many steps at hidden objects in all services, at different ones. */
async function keepPlan({ database }: TestApp, { user, domain, word }: HiddenEstate): Promise<void> {
  await database.query(
    `INSERT INTO plan (name, question, exposed, remaining, cost, lower_bound, checked_at, created_at, updated_at)
     VALUES ('Autumn', $1, $2, $2, $2, $2, now(), now(), now())`,
    [JSON.stringify({ start_node: user }), word.length],
  );
  const group = `${seenDomain}-1202`;
  const steps = [
    [group, `${seenDomain}-1201`],
    [group, user],
    [`${domain}-512`, user],
  ];
  await database.query(
    `INSERT INTO plan_step (plan_id, place, key, sort, at_id, at_name, at_kind, by_id, by_name, by_kind, text, cost, stage, gain,
       remaining_after, found_since, facts, facts_left)
     SELECT p.id, place, concat_ws(':', 'member', at, by), 'member', at, at, 'Group', by, by, 'User', concat('remove ', by), 2, 1, $3, $3,
       now(), 1, 1
     FROM plan p, unnest($1::text[], $2::text[]) WITH ORDINALITY s(at, by, place)`,
    [steps.map(([at]) => at!), steps.map(([, by]) => by!), word.length],
  );
}

/** Id of a picture that everybody can open. */
export const keptPicture = '10000000-0000-0000-0000-000000000051';

function neighboursOf(of: string, direction: string, kind: string) {
  return { layer: 1, objects: [], neighbours: { of, direction, relationship_kind: kind } };
}

/** As many hidden objects in all services, and boxes of neighbours that are hidden. */
async function keepPicture({ database }: TestApp, { user, foreign, word, removed }: HiddenEstate): Promise<void> {
  const state = {
    boxes: [
      { layer: 0, objects: [`${seenDomain}-110`, user, foreign], note: 'begin here' },
      neighboursOf(`${seenDomain}-1202`, 'in', 'MemberOf'),
      neighboursOf(`${seenDomain}-110`, 'in', `Edge${word}`),
      neighboursOf(user, 'out', 'MemberOf'),
      ...(removed ? [neighboursOf(`${seenDomain}-131`, 'in', 'AdminTo')] : []),
    ],
    hidden_kinds: ['MemberOf', `Edge${word}`, `${word}_Owns`],
    graph_version: 2,
  };
  await database.query(
    `INSERT INTO picture (id, account_id, name, state, is_public)
     SELECT $1, id, 'Autumn', $2, true FROM account WHERE name = 'a-administrator'`,
    [keptPicture, JSON.stringify(state)],
  );
}

async function analyse(app: TestApp): Promise<void> {
  const report = await app.app.get(AnalysisService).run();
  await app.app.get(AnalysisRuns).record('test', new Date(), report);
  const { version } = report;
  await app.app.get(GraphKeeper).withGraph(version, () => app.app.get(OverviewTask).storeFigures());
}

const differing =
  /^(date|etag|graph-version|x-request-id|content-length|connection|keep-alive|ratelimit.*|retry-after)$/;

/** An answer without versions and times. */
export async function shownAnswer(response: Response): Promise<string> {
  const headers = [...response.headers]
    .filter(([name]) => !differing.test(name))
    .map((it) => it.join(': '))
    .toSorted();
  return `${response.status} ${JSON.stringify(headers)}\n${await response.text()}`
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/\b[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[-\da-f]{17}\b/g, '<uuid>')
    .replaceAll(/"(graph_)?version":\d+/g, '"$1version":0')
    .replaceAll(/(?<="cursor":")(\d+-\d+(?=-)|\d+(?="))/g, '<versions>');
}
