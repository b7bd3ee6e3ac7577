import { type TestApp, testApp } from '../../../test/support/app.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { described, edge, whole } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import type { UnifiedGraphDto } from './unified-graph.dto.js';

/** Ada writes the domain by two groups, and administers a computer with a session of Bo, who replicates the domain. */
const estate = [
  described('S-1', ['Domain', 'Base'], { name: 'BIRCH', domainsid: 'S-1', collected: true }),
  described('ADA', ['User', 'Base'], { name: 'ADA@BIRCH', enabled: true }),
  described('BO', ['User', 'Base'], { name: 'BO@BIRCH' }),
  described('INNER', ['Group', 'Base']),
  described('OUTER', ['Group', 'Base']),
  described('PC', ['Computer', 'Base']),
  described('LONE', ['Computer', 'Base']),
  edge('ADA', 'MemberOf', 'INNER', { isprimarygroup: true }),
  edge('INNER', 'WriteDacl', 'S-1', { isacl: true, isinherited: false, note: 'by hand' }),
  edge('OUTER', 'WriteDacl', 'S-1', { isacl: true, isinherited: true }),
  edge('OUTER', 'GenericAll', 'S-1', { isacl: true }),
  edge('ADA', 'AdminTo', 'PC'),
  edge('PC', 'HasSession', 'BO', { logontype: 2 }),
  edge('BO', 'GetChanges', 'S-1', { isacl: true }),
  edge('BO', 'GetChangesAll', 'S-1', { isacl: true }),
  edge('BO', 'ACME_Knows', 'ADA'),
];

/** Whole lists, collected later: the group lists Ada, who has it as another group. */
const members = [
  edge('ADA', 'MemberOf', 'OUTER'),
  edge('LONE', 'MemberOf', 'OUTER'),
  whole('OUTER', { of: 'incoming', kind: 'MemberOf' }),
];

interface Wire {
  readonly data: UnifiedGraphDto;
  readonly errors: readonly { readonly code: string; readonly context: string; readonly message: string }[];
}

interface Answer {
  readonly status: number;
  readonly version: string | null;
  readonly body: Wire;
}

/** A service with the estate. Its answers are compared with the OpenAPI document. */
export class GraphsClient {
  private constructor(
    readonly app: TestApp,
    private readonly judge: OpenApiJudge,
  ) {}

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<GraphsClient> {
    const app = await testApp({ edition: 'community', environment });
    await writeGraph(app.database, estate, { day: '2026-03-01' });
    await writeGraph(app.database, members, { day: '2026-03-04' });
    await app.app.get(AnalysisService).run();
    await app.database.query(
      `WITH selector AS (INSERT INTO asset_group_selector (asset_group_id, name) SELECT id, 'one' FROM asset_group RETURNING *)
       INSERT INTO asset_group_seed SELECT id, CASE asset_group_id WHEN 2 THEN 'ADA' ELSE 'PC' END FROM selector`,
    );
    return new GraphsClient(app, await OpenApiJudge.of(app.url));
  }

  /** @param form of the answer, if it is not the main one: `type=list` */
  async ask(path: string, query: string, form?: string): Promise<Answer> {
    const response = await this.app.call('GET', `/api/v2/graphs/${path}?${query}`);
    const faults = await this.judge.faultsOf('GET', `/api/v2/graphs/${path}`, response, form);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const version = response.headers.get('graph-version');
    return { status: response.status, version, body: (await response.json()) as Wire };
  }

  /** Analyses the graph as a run of the command line. @returns a time after its end */
  async analyse(): Promise<string> {
    const report = await this.app.app.get(AnalysisService).run();
    await this.app.app.get(AnalysisRuns).record('test', new Date(), report);
    return new Date().toISOString();
  }

  async idOf(objectid: string): Promise<string> {
    const [row] = await this.app.database.query<{ id: number }>('SELECT id FROM node WHERE objectid = $1', [objectid]);
    return String(row?.id);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

/** Edges by object ids. */
export function edgesOf({ nodes, edges }: UnifiedGraphDto): string[] {
  const name = (key: string) => nodes[key]!.objectId;
  return edges.map(({ source, kind, target }) => `${name(source)} ${kind} ${name(target)}`).toSorted();
}
