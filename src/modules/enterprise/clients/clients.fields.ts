import { memory } from '../../../http/fields/memory.js';
import { optionalToken } from '../../../database/sql/json-token.js';
import { field, type JsonOf, listOf, shape } from '../../../http/fields/fields.js';
import type { ListRequest } from '../../../http/list/list-description.js';
import { clientEventShape } from '../events/events.fields.js';
import { type JobRecordDto, jobRecordShape } from '../jobs/jobs.fields.js';
import { type ScopeFlags, scopeFlags } from '../scope/collection-scope.fields.js';
import { domainControllerField } from '../scope/domain-controller.js';
import { clientTypes } from './client.js';

function reported(name: string, description = '') {
  const about = `${description}As reported at the last start of the client; empty until then.`;
  return field.text(`COALESCE(client.${name}, '')`, about, 'sort', 'filter');
}

const running = `FROM job WHERE job.client_id = client.id AND status = 'running' ORDER BY job.id LIMIT 1`;
const finished = `FROM job WHERE job.client_id = client.id AND job.status NOT IN ('ready', 'running')`;

/** JSON of the running job, or null. The graph does not matter for its state. */
function runningJob(flags: ScopeFlags): string {
  const job = jobRecordShape.tokenFor({ ...flags, version: '0::bigint', obstacle: `''` });
  return optionalToken(`(SELECT ${job} ${running})`);
}

/** A row of `client`. */
export const clientShape = shape('ClientDto', {
  id: field.uuid('client.id', {}, 'filter'),
  name: field.text('client.name', {}, 'sort', 'filter'),
  type: field.choice(clientTypes)('client.type', 'The kind of directory that it collects from.', 'sort', 'filter'),
  ...domainControllerField('client'),
  version: reported('version'),
  hostname: reported('hostname'),
  address: reported('address'),
  username: reported('username', 'The user that runs the client. '),
  user_sid: reported('user_sid', 'Security identifier of the user. '),
  last_checkin: field.nullTime('client.last_checkin', 'Time of its last call.', 'sort', 'filter'),
  event_count: field.count('(SELECT count(*) FROM event WHERE event.client_id = client.id)', 'Number of its events.'),
  events: field.array(clientEventShape, 'event WHERE event.client_id = client.id', 'event.id', 'Ordered by id.'),
  current_job_id: field.nullInt32(`(SELECT id ${running})`, 'Id of its running job.', 'filter'),
  current_job: field.json<JobRecordDto | null>({ type: jobRecordShape.dto, nullable: true })(
    runningJob,
    'Its running job.',
  ),
  completed_job_count: field.count(`(SELECT count(*) ${finished})`, 'Number of its finished jobs.', 'sort', 'filter'),
  created_at: field.time('client.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('client.updated_at', {}, 'sort', 'filter'),
});

export const clientList = listOf(clientShape, { defaultSort: ['name'], tieBreaker: 'client.id', flags: scopeFlags });

export type ClientListRequest = ListRequest<keyof typeof clientList.columns, keyof typeof clientList.flags>;

export const clientTokenShape = shape('ClientTokenDto', {
  id: memory.text({
    format: 'uuid',
    description: 'Public: follows the keyword in the Authorization header.',
  }),
  key: memory.text('Secret, and only in this response. Its text is the key of signatures.'),
});
export type ClientTokenDto = JsonOf<typeof clientTokenShape.fields>;

export const createdClientShape = shape('CreatedClientDto', {
  ...clientShape.fields,
  token: field.object(clientTokenShape),
});
