import { asObject, deletion, integer, listOf, nullableText, objectOf, type Properties, text, time } from './schemas.js';
import { clientTokenAnswer, nothing } from './account-answers.js';
import { always, type Conversion, conversion, derived, from, made } from './conversion.js';
import type { Asked } from './lists.js';
import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';
import { collectorOf, neverDeleted, statusNumber, timeOrZero } from './values.js';

const statusSchema = {
  type: 'integer',
  minimum: -1,
  maximum: 8,
  description:
    '0 ready, 1 running, 2 complete, 3 canceled, 4 timed out, 5 failed, 6 ingesting, 7 analyzing, 8 partially complete.',
} as const;

/** The state of a job or an upload. */
const state = {
  status: from('status', statusSchema, statusNumber),
  start_time: from('start_time', time, timeOrZero),
  end_time: from('end_time', time, timeOrZero),
};
const undeleted = { deleted_at: always(deletion, neverDeleted) };

/** An upload in the list and after its start. An account whose name is no email address has none here. */
export const uploadAnswer = conversion([], {
  ...state,
  created_at: from('start_time', time),
  updated_at: made(time, (upload) => timeOrZero(upload['last_ingest'] ?? upload['start_time'])),
  ...undeleted,
  user_email_address: from('user_name', nullableText, (it) => (typeof it === 'string' && it.includes('@') ? it : null)),
});

/** One file of an upload, or one entry of a ZIP. */
export const completedTaskAnswer = conversion([], {
  created_at: from('finish_time', time),
  updated_at: from('finish_time', time),
  ...undeleted,
  file_name: made(text, ({ path, file_name: file }) => path ?? file),
  parent_file_name: made(text, ({ path, file_name: file }) => (path === null ? '' : file)),
  errors: from('faults', listOf(text), (faults) => (Array.isArray(faults) ? faults.map(faultText) : [])),
});

function faultText(fault: unknown): unknown {
  if (!isJsonObject(fault)) return fault;
  const { list, record, field, reason } = fault;
  const place = [list, record, field].filter((it) => typeof it === 'string' || typeof it === 'number').join('.');
  return place === '' ? reason : `${place}: ${String(reason)}`;
}

/** The objects of a scope. If `hydrate_*` is false, they have only their id. */
function scopeOf(name: string, hydrate: string) {
  return derived(
    (properties, propertiesOf) => {
      const { oneOf } = asObject(asObject(properties[name])['items']);
      const [object] = Array.isArray(oneOf) ? oneOf : [];
      return listOf({ type: 'object', required: ['objectid'], properties: propertiesOf(object) });
    },
    (item, { query }) => objectsOf(item[name], query.get(hydrate)),
  );
}

const scope = { ous: scopeOf('ous', 'hydrate_ous'), domains: scopeOf('domains', 'hydrate_domains') };
const objectIds = { ous: from('ous', listOf(text), objectIdsOf), domains: from('domains', listOf(text), objectIdsOf) };

const timesOfRecord = ['created_at', 'updated_at'];

/** A job in all answers except {@link jobRecordAnswer}. */
export const jobAnswer = conversion([...timesOfRecord, 'deleted_at', 'event_title', 'log_path', 'last_ingest'], {
  ...state,
  ...scope,
});

/** The answer to creating, starting or ending a job. Collectors refuse a job if a property is absent. */
export const jobRecordAnswer = conversion([], {
  ...state,
  last_ingest: from('last_ingest', time, timeOrZero),
  ...objectIds,
});

/** An event, or the scope of a job. */
export const scopeAnswer = conversion([], scope);

const shownEvent = conversion(['next_scheduled_at', ...timesOfRecord], scope);
const storedEvent = conversion([], { ...objectIds, ...undeleted });

/** The schema of what a nullable property or a list refers to. */
function targetOf(schema: unknown): unknown {
  const { anyOf, items } = asObject(schema);
  return Array.isArray(anyOf) ? anyOf[0] : items;
}

function currentJob(convert: Conversion) {
  return derived(
    (item, it) => ({ anyOf: [objectOf(convert.form(it(targetOf(item['current_job'])), it)), { type: 'null' }] }),
    ({ current_job: job }, asked) => (isJsonObject(job) ? convert(job, asked) : null),
  );
}

function clientOf(event: Conversion) {
  const types = { type: 'string', enum: ['sharphound', 'azurehound', 'openhound'] };
  return {
    type: made(types, (client) => collectorOf(client['type'])),
    ip_address: from('address'),
    configured_user: from('username'),
    token: always(nothing, null),
    events: derived(
      (client: Properties, it) => listOf(objectOf(event.form(it(targetOf(client['events'])), it))),
      ({ events }: JsonObject, asked: Asked) =>
        Array.isArray(events) ? events.filter(isJsonObject).map((it) => event(it, asked)) : [],
    ),
  };
}

const ofClient = ['address', 'username'];

/** A client in lists. `task` is the earlier name of a job. */
export const clientAnswer = conversion([...ofClient, ...timesOfRecord], {
  ...clientOf(shownEvent),
  current_job: currentJob(jobAnswer),
  current_task: currentJob(jobAnswer),
  current_task_id: from('current_job_id'),
  completed_task_count: from('completed_job_count'),
});

/** The answer to creating or changing a client, and to the client itself. */
export const clientRecordAnswer = conversion(ofClient, {
  ...clientOf(storedEvent),
  token: derived(
    (client, it) => ('token' in client ? objectOf(clientTokenAnswer.form(it(client['token']), it)) : nothing),
    ({ token }, asked) => (isJsonObject(token) ? clientTokenAnswer(token, asked) : null),
  ),
  current_job: currentJob(jobRecordAnswer),
  ...undeleted,
});

const named = objectOf({ objectid: text, name: text });

/** The properties of a listed cloud entity; undefined: it has its own, or is a length. */
function namedOf({ objectID, name, props }: JsonObject): object | undefined {
  return isJsonObject(props) || objectID === undefined ? undefined : { objectid: objectID, name };
}

/** A cloud entity, with or without its properties, or the length of a list. */
export const cloudAnswer = conversion([], {
  kind: derived(
    (item) => ('props' in item || 'objectID' in item ? text : undefined),
    (item) => (isJsonObject(item['props']) ? (Array.isArray(item['kinds']) ? item['kinds'][0] : '') : item['label']),
  ),
  properties: derived(
    (item) => item['props'] ?? ('objectID' in item ? named : undefined),
    (item) => (isJsonObject(item['props']) ? item['props'] : namedOf(item)),
  ),
  props: derived((item) => ('objectID' in item && !('props' in item) ? named : undefined), namedOf),
});

export const memberAnswer = conversion(['objectID', 'label'], {
  asset_group_id: made(integer, (_, { path }) => Number(/\/asset-groups\/(\d+)/i.exec(path)?.[1])),
  object_id: from('objectID'),
  primary_kind: from('label'),
  environment_id: from('environment_id', text, (it) => it ?? ''),
  environment_kind: from('environment_kind', text, (it) => it ?? ''),
});

/** A query of the service has no account. */
export const savedQueryAnswer = conversion([], {
  user_id: from('user_id', { type: 'string', format: 'uuid' }, (it) => it ?? nobody),
});

const nobody = '00000000-0000-0000-0000-000000000000';

export const domainStatsAnswer = conversion(['domainsid'], { domain_sid: from('domainsid') });

function objectIdsOf(objects: unknown): unknown {
  return Array.isArray(objects) ? objects.map((it) => (isJsonObject(it) ? it['objectid'] : it)) : objects;
}

function objectsOf(objects: unknown, hydrate: string | null): unknown {
  if (!Array.isArray(objects)) return objects;
  const isShort = hydrate !== null && /^f(alse)?$/i.test(hydrate);
  return objects.map((it) => {
    const objectid: unknown = isJsonObject(it) ? it['objectid'] : it;
    return isShort || !isJsonObject(it) ? { objectid } : it;
  });
}
