import { type scopeFlags, scopeTokens } from '../scope/collection-scope.list.js';
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

const counts = [
  'user_count',
  'group_count',
  'computer_count',
  'gpo_count',
  'ou_count',
  'container_count',
  'aiaca_count',
  'rootca_count',
  'enterpriseca_count',
  'ntauthstore_count',
  'certtemplate_count',
  'deleted_count',
] as const;

const domainResult = objectToken({
  ...recordTokens('result'),
  job_id: numberToken('result.job_id'),
  domain_name: textToken('result.domain_name'),
  success: booleanToken('result.success'),
  message: textToken('result.message'),
  ...Object.fromEntries(counts.map((name) => [name, numberToken(`result.${name}`)])),
});

/** SQL expression of type text: the JSON of one row of `job`, as JobDto describes it. */
export function jobItemSql(flags: Readonly<typeof scopeFlags>): string {
  return objectToken(itemTokens(flags));
}

/** As {@link jobItemSql}, for JobRecordDto. */
export const jobRecordSql = objectToken({
  ...itemTokens({ hydrate_ous: true, hydrate_domains: true }),
  ...recordTokens('job'),
  event_title: textToken(`COALESCE(job.event_title, '')`),
  log_path: optionalToken(textToken('job.log_path')),
  last_ingest: optionalToken(timeToken('job.last_ingest')),
});

function itemTokens(flags: Readonly<typeof scopeFlags>): Record<string, string> {
  return {
    id: numberToken('job.id'),
    client_id: plainTextToken('job.client_id'),
    client_name: textToken('job.client_name'),
    event_id: nullInt32Token('job.event_id'),
    execution_time: timeToken('job.execution_time'),
    start_time: optionalToken(timeToken('job.start_time')),
    end_time: optionalToken(timeToken('job.end_time')),
    status: plainTextToken('job.status'),
    status_message: textToken('job.status_message'),
    domain_controller: textToken('job.domain_controller'),
    ...scopeTokens('job', flags),
    domain_results: arrayToken(domainResult, 'job_domain_result result WHERE result.job_id = job.id', 'result.id'),
  };
}
