import { auditAnswer, clientTokenAnswer, roleAnswer, selfAnswer, tokenAnswer } from '../wire/account-answers.js';
import {
  clientAnswer,
  clientRecordAnswer,
  cloudAnswer,
  completedTaskAnswer,
  domainStatsAnswer,
  jobAnswer,
  jobRecordAnswer,
  memberAnswer,
  savedQueryAnswer,
  scopeAnswer,
  uploadAnswer,
} from '../wire/answers.js';
import type { ReshapeItem } from '../wire/lists.js';
import { without } from '../wire/values.js';
import {
  asObject,
  deletion,
  integer,
  type ItemForm,
  listOf,
  nullableText,
  objectOf,
  type Properties,
  text,
  time,
} from './schemas.js';

const status = {
  type: 'integer',
  minimum: -1,
  maximum: 8,
  description:
    '0 ready, 1 running, 2 complete, 3 canceled, 4 timed out, 5 failed, 6 ingesting, 7 analyzing, 8 partially complete.',
} as const;

const nothing = { ...nullableText, description: 'Always null.' } as const;
const none = { type: 'null' } as const;
const timesOfRecord = ['created_at', 'updated_at'] as const;
const ofRun = ['deleted_at', 'event_title', 'log_path', 'last_ingest'] as const;
const times = { created_at: time, updated_at: time, deleted_at: deletion };

function withState(item: Properties): Properties {
  return { ...item, status, start_time: time, end_time: time };
}

const objectIds = { ous: listOf(text), domains: listOf(text) };

const scope: ItemForm = (item, propertiesOf) => ({
  ...item,
  ous: objects(item['ous'], propertiesOf),
  domains: objects(item['domains'], propertiesOf),
});

/** Objects that have only their id if `hydrate_*` is false. @param list of objects or ids */
function objects(list: unknown, propertiesOf: (schema: unknown) => Properties) {
  const { oneOf } = asObject(asObject(list)['items']);
  const [object] = Array.isArray(oneOf) ? oneOf : [];
  return listOf({ type: 'object', required: ['objectid'], properties: propertiesOf(object) });
}

const job: ItemForm = (item, propertiesOf) =>
  scope(withState(without(item, [...timesOfRecord, ...ofRun])), propertiesOf);

const jobRecord: ItemForm = (item) => ({ ...withState(item), last_ingest: time, ...objectIds });

const token = {
  hmac_method: text,
  created_by: nothing,
  deleted_at: deletion,
};

const clientToken: ItemForm = (item) => ({
  ...item,
  ...token,
  user_id: nothing,
  name: nothing,
  created_at: time,
  updated_at: time,
  last_access: time,
});

function clientOf({ address, username, ...client }: Properties): Properties {
  return {
    ...client,
    type: { type: 'string', enum: ['sharphound', 'azurehound', 'openhound'] },
    ip_address: address,
    configured_user: username,
    token: nothing,
  };
}

/** The schema of what a nullable property or a list refers to. */
function targetOf(schema: unknown): unknown {
  const { anyOf, items } = asObject(schema);
  return Array.isArray(anyOf) ? anyOf[0] : items;
}

const client: ItemForm = (item, it) => {
  const event = without(it(targetOf(item['events'])), ['next_scheduled_at', ...timesOfRecord]);
  const current = { anyOf: [objectOf(job(it(targetOf(item['current_job'])), it)), none] };
  return {
    ...clientOf(without(item, timesOfRecord)),
    events: listOf(objectOf(scope(event, it))),
    current_job: current,
    current_task: current,
    current_task_id: item['current_job_id'],
    completed_task_count: item['completed_job_count'],
  };
};

const clientRecord: ItemForm = (item, it) => ({
  ...clientOf(item),
  ...('token' in item && { token: objectOf(clientToken(it(item['token']), it)) }),
  events: listOf(objectOf({ ...it(targetOf(item['events'])), ...objectIds, deleted_at: deletion })),
  current_job: { anyOf: [objectOf(jobRecord(it(targetOf(item['current_job'])), it)), none] },
  deleted_at: deletion,
});

const role: ItemForm = () => {
  const permission = objectOf({ id: integer, authority: text, name: text, ...times });
  return { id: integer, name: text, description: text, permissions: listOf(permission), ...times };
};

const self: ItemForm = (account, it) => ({
  ...account,
  principal_name: account['name'],
  email_address: account['email'],
  roles: listOf(objectOf(role({}, it))),
  AuthSecret: nothing,
  saml_provider_id: nothing,
  sso_provider_id: nothing,
  eula_accepted: { type: 'boolean' },
  deleted_at: deletion,
});

const upload: ItemForm = (item) => ({ ...withState(item), ...times, user_email_address: nullableText });

const completedTask: ItemForm = (task) => ({
  ...task,
  ...times,
  file_name: text,
  parent_file_name: text,
  errors: listOf(text),
});

const cloud: ItemForm = (item) => {
  if ('props' in item) return { ...item, kind: text, properties: item['props'] };
  if (!('objectID' in item)) return item;
  const properties = objectOf({ objectid: text, name: text });
  return { ...item, kind: text, properties, props: properties };
};

const member: ItemForm = ({ objectID, label, ...node }) => ({
  ...node,
  asset_group_id: integer,
  object_id: objectID,
  primary_kind: label,
  environment_id: text,
  environment_kind: text,
});

const audit: ItemForm = ({ at, actor, account_id, outcome, details, resource, ...entry }) => ({
  ...entry,
  created_at: at,
  actor_id: account_id,
  actor_name: actor,
  actor_email: nothing,
  fields: { ...asObject(details), properties: { resource } },
  source_ip_address: text,
  commit_id: nothing,
  status: outcome,
});

/** What the conversions of items make of their schemas. */
export const itemForms: ReadonlyMap<ReshapeItem, ItemForm> = new Map<ReshapeItem, ItemForm>([
  [auditAnswer, audit],
  [clientAnswer, client],
  [clientRecordAnswer, clientRecord],
  [clientTokenAnswer, clientToken],
  [cloudAnswer, cloud],
  [completedTaskAnswer, completedTask],
  [domainStatsAnswer, ({ domainsid, ...stats }) => ({ ...stats, domain_sid: domainsid })],
  [jobAnswer, job],
  [jobRecordAnswer, jobRecord],
  [memberAnswer, member],
  [roleAnswer, role],
  [savedQueryAnswer, (query) => ({ ...query, user_id: { type: 'string', format: 'uuid' } })],
  [scopeAnswer, scope],
  [selfAnswer, self],
  [tokenAnswer, (item) => ({ key: text, ...item, ...token, expires_at: { ...nullableText, format: 'date-time' } })],
  [uploadAnswer, upload],
]);
