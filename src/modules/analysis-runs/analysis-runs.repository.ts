import { Injectable } from '@nestjs/common';
import { analysisStages } from '../../analysis/analysis-stage.js';
import { Database } from '../../database/database.js';
import {
  numberToken,
  objectToken,
  optionalToken,
  plainTextToken,
  textToken,
  timeToken,
} from '../../database/json-token.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf, oneJsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import { analysisRunList, type AnalysisRunListRequest } from './analysis-runs.list.js';

const stageName = `(ARRAY[${analysisStages.map((name) => `'${name}'`).join(', ')}])[r.stage + 1]`;

const progress = objectToken({
  done: numberToken('r.stage'),
  of: numberToken(String(analysisStages.length)),
  stage: optionalToken(plainTextToken(stageName)),
});

const summary = objectToken({
  graph_version: numberToken(`r.summary ->> 'version'`),
  unchanged: `r.summary ->> 'unchanged'`,
  edges: `r.summary ->> 'edges'`,
  skipped: `r.summary ->> 'skipped'`,
  tier_zero: numberToken(`r.summary ->> 'tierZero'`),
  data_quality: `r.summary ->> 'dataQuality'`,
});

const item = objectToken({
  id: plainTextToken('r.id'),
  status: plainTextToken('r.status'),
  requested_at: timeToken('r.requested_at'),
  requested_by: textToken('r.requested_by'),
  started_at: optionalToken(timeToken('r.started_at')),
  finished_at: optionalToken(timeToken('r.finished_at')),
  duration: optionalToken('extract(epoch FROM r.finished_at - r.started_at)::numeric(12, 3)::text'),
  progress: `CASE WHEN r.status = 'running' THEN ${progress} ELSE 'null' END`,
  summary: `CASE WHEN r.summary IS NOT NULL THEN ${summary} ELSE 'null' END`,
  reason: optionalToken(textToken('r.reason')),
});

const one = (condition: string) => `(SELECT ${item} FROM analysis_run r WHERE ${condition} LIMIT 1)`;

/** A single statement, so that a run that changes its state meanwhile is reported in exactly one state. */
const status = `
  SELECT ${objectToken({
    data: objectToken({
      status: `CASE WHEN s.current <> 'null' THEN '"running"' WHEN s.waiting <> 'null' THEN '"waiting"' ELSE '"idle"' END`,
      current: 's.current',
      waiting: 's.waiting',
      last: 's.last',
    }),
  })}
  FROM (SELECT ${optionalToken(one("r.status = 'running' ORDER BY r.started_at"))} AS current,
    ${optionalToken(one("r.status = 'waiting'"))} AS waiting,
    ${optionalToken(one('r.finished_at IS NOT NULL ORDER BY r.finished_at DESC'))} AS last) s`;

const single = `SELECT ${objectToken({ data: item })} FROM analysis_run r WHERE r.id = $1`;

/** Reads runs of the analysis. PostgreSQL formats the JSON. */
@Injectable()
export class AnalysisRunsRepository {
  constructor(private readonly database: Database) {}

  listPage(request: AnalysisRunListRequest): Promise<JsonText> {
    return listPage(this.database, analysisRunList, request, { from: 'analysis_run r', item });
  }

  getStatus(): Promise<JsonText> {
    return oneJsonOf(this.database, status);
  }

  find(id: string): Promise<JsonText | null> {
    return jsonOf(this.database, single, [id]);
  }
}
