import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { objectToken, optionalToken } from '../../database/sql/json-token.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf, oneJsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import {
  analysisRunList,
  type AnalysisRunListRequest,
  analysisRunShape,
  analysisStatusShape,
} from './analysis-runs.fields.js';

const one = (condition: string) => `(SELECT ${analysisRunShape.token} FROM analysis_run r WHERE ${condition} LIMIT 1)`;

/** A single statement, so that a run that changes its state meanwhile is reported in exactly one state. */
const status = `
  SELECT ${objectToken({ data: analysisStatusShape.token })}
  FROM (SELECT ${optionalToken(one("r.status = 'running' ORDER BY r.started_at"))} AS current,
    ${optionalToken(one("r.status = 'waiting'"))} AS waiting,
    ${optionalToken(one('r.finished_at IS NOT NULL ORDER BY r.finished_at DESC'))} AS last,
    ${optionalToken('$1::text')} AS graph_version) s`;

const single = `SELECT ${objectToken({ data: analysisRunShape.token })} FROM analysis_run r WHERE r.id = $1`;

/** Reads runs of the analysis. PostgreSQL formats the JSON. */
@Injectable()
export class AnalysisRunsRepository {
  constructor(private readonly database: Database) {}

  listPage(request: AnalysisRunListRequest): Promise<JsonText> {
    return listPage(this.database, analysisRunList, request, { from: 'analysis_run r', item: analysisRunShape.token });
  }

  /** @param graphVersion of the graph in memory */
  getStatus(graphVersion: number | null): Promise<JsonText> {
    return oneJsonOf(this.database, status, [graphVersion]);
  }

  find(id: string): Promise<JsonText | null> {
    return jsonOf(this.database, single, [id]);
  }
}
