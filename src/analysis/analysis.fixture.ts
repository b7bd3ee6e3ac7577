import { Logger } from '@nestjs/common';
import { testDatabase } from '../../test/support/test-database.js';
import type { Clock } from '../base/clock.js';
import { type Environment, loadSettings } from '../base/config/load-settings.js';
import type { Database } from '../database/database.js';
import { TestGraph } from '../graph/graph.fixture.js';
import { described, type RecordPart } from '../graph/graph-records.fixture.js';
import { Kind } from '../graph/kinds/kind-catalogue.js';
import { KindNames } from '../graph/store/kind-names.js';
import { GraphKeeper } from '../graph/memory/graph-keeper.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import type { NodeRecord, Properties } from '../graph/records.js';
import type { AnalysisReport } from './runs/analysis-report.js';
import { AnalysisService } from './analysis.service.js';
import { analyseGraph } from './worker/analyse-graph.js';

/** Analyses in the thread of the test, because rules are tested by hundreds of analyses. Tests of services start threads. */
class AnalysisInPlace extends AnalysisService {
  protected override readonly analyseGraph = analyseGraph;
}

/** Logs nothing about the graphs that it reads. */
export function analysisOf(database: Database, clock: Clock, environment: Environment = {}): AnalysisService {
  Logger.overrideLogger(false);
  const kinds = new KindNames(database);
  const writer = new GraphWriter(database, kinds, clock);
  const settings = loadSettings(environment);
  return new AnalysisInPlace(database, writer, kinds, new GraphKeeper(database, settings), clock, settings);
}

/** A database whose graphs are analysed. */
export class TestAnalysis extends TestGraph {
  readonly service = analysisOf(this.test.database, this.clock);

  static override async open(): Promise<TestAnalysis> {
    return new TestAnalysis(await testDatabase());
  }

  override async clear(): Promise<void> {
    await super.clear();
    await this.test.database.query(
      ['data_quality_tenant', 'data_quality_domain', 'finding', 'finding_count', 'posture_stat']
        .map((table) => `DELETE FROM ${table}`)
        .join('; '),
    );
  }

  /** Writes and analyses. @returns the derived edges as `source kind target`, in order */
  async derive(...records: readonly RecordPart[]): Promise<string[]> {
    await this.load(...records);
    await this.service.run();
    return this.derived();
  }

  /** Removes all edges of a kind that have lists of their own. */
  async removeEdges(kind: keyof typeof Kind): Promise<void> {
    await this.test.database.query('DELETE FROM edge_list WHERE list = $1', [Kind[kind]]);
    await this.test.database.query('UPDATE graph_state SET version = version + 1');
  }

  /** @param environment settings of the service */
  run(environment: Environment = {}): Promise<AnalysisReport> {
    return analysisOf(this.test.database, this.clock, environment).run();
  }

  async derived(): Promise<string[]> {
    const rows = await this.test.database.query<{ edge: string }>(`
      SELECT s.objectid || ' ' || k.name || ' ' || t.objectid AS edge
      FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind
      WHERE e.flags & 2 <> 0 ORDER BY s.objectid, k.name, t.objectid`);
    return rows.map(({ edge }) => edge);
  }

  async tierZero(): Promise<string[]> {
    const rows = await this.test.database.query<{ objectid: string }>(
      'SELECT DISTINCT objectid FROM selected_node JOIN node ON id = node_id ORDER BY objectid',
    );
    return rows.map(({ objectid }) => objectid);
  }
}

/** A node of Active Directory. */
export function ad(objectid: string, kind: string, properties: Properties = {}): NodeRecord {
  return described(objectid, [kind, 'Base'], properties);
}

/** A node of the domain `S-1`. */
export function local(objectid: string, kind: string, properties: Properties = {}): NodeRecord {
  return ad(objectid, kind, { domainsid: 'S-1', ...properties });
}

/** A node of Entra ID or Azure in tenant `T`. */
export function az(objectid: string, kind: string, properties: Properties = {}): NodeRecord {
  return described(objectid, [kind, 'AZBase'], { tenantid: 'T', ...properties });
}
