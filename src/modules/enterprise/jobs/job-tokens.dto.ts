import { shownState, type ShownGraphTokens } from '../../../analysis/runs/shown-status.js';
import {
  arrayToken,
  booleanToken,
  nullInt32Token,
  numberToken,
  objectToken,
  optionalToken,
  plainTextToken,
  recordTokens,
  textToken,
  timeToken,
} from '../../../database/json-token.js';
import { type scopeFlags, scopeTokens } from '../scope/collection-scope.list.js';
import { domainResultCounts } from './domain-result.js';

const domainResult = objectToken({
  ...recordTokens('result'),
  job_id: numberToken('result.job_id'),
  domain_name: textToken('result.domain_name'),
  success: booleanToken('result.success'),
  message: textToken('result.message'),
  ...Object.fromEntries(domainResultCounts.map((name) => [name, numberToken(`result.${name}`)])),
});

/** The run that analysed the files of a job. */
const analysisRun = '(SELECT sent.analysis_run_id FROM upload sent WHERE sent.id = job.upload_id)';

/** The properties of JobDto for a row of `job`. */
export function jobTokens(flags: Readonly<typeof scopeFlags>, graph: ShownGraphTokens): Record<string, string> {
  const stored = { status: 'job.status', message: 'job.status_message', runId: analysisRun };
  const { status, message } = shownState(stored, graph);
  return {
    id: numberToken('job.id'),
    client_id: plainTextToken('job.client_id'),
    client_name: textToken('job.client_name'),
    event_id: nullInt32Token('job.event_id'),
    execution_time: timeToken('job.execution_time'),
    start_time: optionalToken(timeToken('job.start_time')),
    end_time: optionalToken(timeToken('job.end_time')),
    status: plainTextToken(`(${status})`),
    status_message: textToken(`(${message})`),
    domain_controller: textToken('job.domain_controller'),
    ...scopeTokens('job', flags),
    domain_results: arrayToken(domainResult, 'job_domain_result result WHERE result.job_id = job.id', 'result.id'),
  };
}

/** SQL expression: the JSON of a row of `job` as JobRecordDto describes it. */
export function jobRecordSql(
  graph: ShownGraphTokens,
  flags: Readonly<typeof scopeFlags> = { hydrate_ous: true, hydrate_domains: true },
): string {
  return objectToken({
    ...jobTokens(flags, graph),
    ...recordTokens('job'),
    event_title: textToken(`COALESCE(job.event_title, '')`),
    log_path: optionalToken(textToken('job.log_path')),
    last_ingest: optionalToken(timeToken('job.last_ingest')),
  });
}

/** SQL expression: JobRecordDto of the running job of a row of `client`, or null. The graph does not matter for its state. */
export function runningJobSql(flags: Readonly<typeof scopeFlags>): string {
  const job = jobRecordSql({ version: '0::bigint', obstacle: `''` }, flags);
  return optionalToken(
    `(SELECT ${job} FROM job WHERE job.client_id = client.id AND job.status = 'running' ORDER BY job.id LIMIT 1)`,
  );
}
