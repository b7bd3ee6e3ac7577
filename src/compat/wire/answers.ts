import { collectorOf, isJsonObject, type JsonObject, neverDeleted, statusNumber, timeOrZero } from './values.js';
import { clientTokenAnswer } from './account-answers.js';
import type { Asked, ReshapeItem } from './lists.js';

/** An upload in the list and after its start. An account whose name is no email address has none here. */
export const uploadAnswer: ReshapeItem = (upload) => ({
  ...stateOf(upload),
  created_at: upload['start_time'],
  updated_at: timeOrZero(upload['last_ingest'] ?? upload['start_time']),
  deleted_at: neverDeleted,
  user_email_address: emailOf(upload['user_name']),
});

function emailOf(name: unknown): unknown {
  return typeof name === 'string' && name.includes('@') ? name : null;
}

/** One file of an upload, or one entry of a ZIP. */
export const completedTaskAnswer: ReshapeItem = (task) => {
  const { file_name, path, finish_time, faults } = task;
  return {
    ...task,
    created_at: finish_time,
    updated_at: finish_time,
    deleted_at: neverDeleted,
    file_name: path ?? file_name,
    parent_file_name: path === null ? '' : file_name,
    errors: Array.isArray(faults) ? faults.map(faultText) : [],
  };
};

function faultText(fault: unknown): unknown {
  if (!isJsonObject(fault)) return fault;
  const { list, record, field, reason } = fault;
  const place = [list, record, field].filter((it) => typeof it === 'string' || typeof it === 'number').join('.');
  return place === '' ? reason : `${place}: ${String(reason)}`;
}

/** A job in all answers except those of {@link jobRecordAnswer}. */
export const jobAnswer: ReshapeItem = (
  {
    created_at: _created,
    updated_at: _updated,
    deleted_at: _deleted,
    event_title: _title,
    log_path: _path,
    last_ingest: _ingest,
    ...job
  },
  asked,
) => scopeAnswer(stateOf(job), asked);

/** The answer to creating, starting or ending a job. Collectors refuse a job if a property is absent. */
export const jobRecordAnswer: ReshapeItem = (job) => ({
  ...stateOf(job),
  last_ingest: timeOrZero(job['last_ingest']),
  ous: objectIdsOf(job['ous']),
  domains: objectIdsOf(job['domains']),
});

/** An event, or the scope of a job. If `hydrate_*` is false, objects have only their id. */
export const scopeAnswer: ReshapeItem = (item, { query }) => ({
  ...item,
  ous: objectsOf(item['ous'], query.get('hydrate_ous')),
  domains: objectsOf(item['domains'], query.get('hydrate_domains')),
});

/** A client in lists. `task` is the earlier name of a job. */
export const clientAnswer: ReshapeItem = ({ created_at: _created, updated_at: _updated, ...client }, asked) => {
  const shown = clientOf(client, (it) => shownEvent(it, asked));
  const job = isJsonObject(client['current_job']) ? jobAnswer(client['current_job'], asked) : null;
  return {
    ...shown,
    current_job: job,
    current_task: job,
    current_task_id: shown['current_job_id'],
    completed_task_count: shown['completed_job_count'],
  };
};

/** The answer to creating or changing a client, and to the client itself. */
export const clientRecordAnswer: ReshapeItem = (client, asked) => ({
  ...clientOf(client, storedEvent),
  ...(isJsonObject(client['token']) && { token: clientTokenAnswer(client['token'], asked) }),
  current_job: isJsonObject(client['current_job']) ? jobRecordAnswer(client['current_job'], asked) : null,
  deleted_at: neverDeleted,
});

function clientOf(
  { address, username, token: _token, events, ...client }: JsonObject,
  eventOf: (event: JsonObject) => JsonObject,
): JsonObject {
  return {
    ...client,
    type: collectorOf(client['type']),
    ip_address: address,
    configured_user: username,
    events: Array.isArray(events) ? events.filter(isJsonObject).map(eventOf) : [],
    token: null,
  };
}

function shownEvent(
  { next_scheduled_at: _next, created_at: _created, updated_at: _updated, ...event }: JsonObject,
  asked: Asked,
): JsonObject {
  return scopeAnswer(event, asked);
}

function storedEvent(event: JsonObject): JsonObject {
  return { ...event, ous: objectIdsOf(event['ous']), domains: objectIdsOf(event['domains']), deleted_at: neverDeleted };
}

/** A cloud entity, with or without its properties, or the length of a list. */
export const cloudAnswer: ReshapeItem = (item) => {
  const { objectID, name, label, kinds, props } = item;
  if (isJsonObject(props)) return { ...item, kind: Array.isArray(kinds) ? kinds[0] : '', properties: props };
  if (objectID === undefined) return item;
  const properties = { objectid: objectID, name };
  return { ...item, kind: label, properties, props: properties };
};

export const memberAnswer: ReshapeItem = (
  { objectID, label, environment_id, environment_kind, ...node },
  { path },
) => ({
  ...node,
  asset_group_id: Number(/\/asset-groups\/(\d+)/i.exec(path)?.[1]),
  object_id: objectID,
  primary_kind: label,
  environment_id: environment_id ?? '',
  environment_kind: environment_kind ?? '',
});

/** A query of the service has no account. */
export const savedQueryAnswer: ReshapeItem = ({ user_id, ...query }) => ({ ...query, user_id: user_id ?? nobody });

const nobody = '00000000-0000-0000-0000-000000000000';

export const domainStatsAnswer: ReshapeItem = ({ domainsid, ...stats }) => ({ ...stats, domain_sid: domainsid });

/** The state of a job or an upload. */
function stateOf(item: JsonObject): JsonObject {
  return {
    ...item,
    status: statusNumber(item['status']),
    start_time: timeOrZero(item['start_time']),
    end_time: timeOrZero(item['end_time']),
  };
}

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
