import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { AnalysisRuns } from '../../src/analysis/runs/analysis-runs.js';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { writeGraph } from '../../src/graph/graph.fixture.js';
import { type TestApp, testApp } from './app.js';
import { type HiddenEstate, seenChanges, seenDomain, seenEstate } from './limited-estate.js';
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
  await writeGraph(app.database, seenEstate);
  await analyse(app);
  await writeGraph(app.database, hidden.records);
  await analyse(app);
  // Numbers of nodes count the hidden ones: those that accounts see have the same in all services.
  await app.database.query('ALTER TABLE node ALTER COLUMN id RESTART WITH 1000');
  await writeGraph(app.database, seenChanges);
  await writeGraph(app.database, hidden.later);
  await app.database.query(
    `WITH selector AS (INSERT INTO asset_group_selector (asset_group_id, name) SELECT id, 'by hand' FROM asset_group RETURNING *)
     INSERT INTO asset_group_seed SELECT id, unnest(ARRAY['${seenDomain}-130', '${seenDomain}-110', '${hidden.user}', '${hidden.foreign}']) FROM selector`,
  );
  await analyse(app);
  const password = 'a password of five words';
  const accounts = app.app.get(AccountsService);
  const { id } = await accounts.create({ name: 'limited', email: null, role: 'user', password });
  await accounts.limit(id, { environments: [seenDomain], seesNodesOfNone: false });
  const bearer = await login(app.url, 'limited', password);
  return { app, hidden, ask: (method, target, options) => bearerFetch(app.url, bearer, method, target, options) };
}

async function analyse(app: TestApp): Promise<void> {
  const report = await app.app.get(AnalysisService).run();
  await app.app.get(AnalysisRuns).record('test', new Date(), report);
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
    .replaceAll(/"(request_id|run_id|id)":"[-\da-f]{36}"/g, '"$1":"<uuid>"')
    .replaceAll(/"(graph_)?version":\d+/g, '"$1version":0');
}
