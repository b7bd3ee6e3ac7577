import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';
import { statusWord, typeOfCollector, without } from './values.js';

/** Converts the body of a client of the reference product to the body of our operation. */
export type ReshapeBody = (body: JsonObject) => JsonObject;

/** The same for a body that is an array. */
export type ReshapeArray = (items: readonly unknown[]) => JsonObject;

/** Read-only properties. Programs that read a record and send it back leave them in the body. */
const unwritable = ['id', 'created_at', 'updated_at', 'deleted_at', 'next_scheduled_at'] as const;

export const recordBody: ReshapeBody = (body) => without(body, unwritable);

/** The type may be a text of digits. */
export const tagBody: ReshapeBody = (body) => {
  const { type, ...tag } = without(body, unwritable);
  if (type === undefined) return tag;
  return { ...tag, type: typeof type === 'string' && /^\d$/.test(type) ? Number(type) : type };
};

export const tagSelectorBody: ReshapeBody = (body) => without(body, [...unwritable, ...ofTagSelector]);

const ofTagSelector = [
  'asset_group_tag_id',
  'created_by',
  'updated_by',
  'disabled_at',
  'disabled_by',
  'is_default',
  'allow_disable',
] as const;

export const savedQueryBody: ReshapeBody = (body) => without(body, [...unwritable, 'user_id', 'scope']);

/** The path or the stored event determines the client. */
export const ofClientBody: ReshapeBody = (body) => without(body, [...unwritable, 'client_id']);

/** Read-only properties of a job: its client and its run determine them. */
const ofRun = [
  'client_id',
  'client_name',
  'event_id',
  'event_title',
  'execution_time',
  'start_time',
  'end_time',
  'status',
  'status_message',
  'statusMessage',
  'log_path',
  'last_ingest',
  'domain_results',
] as const;

/** A job on demand. */
export const jobBody: ReshapeBody = (body) => plainController(without(body, [...unwritable, ...ofRun]));

/** The selectors determine `member_count`, so it is read-only. */
export const assetGroupBody: ReshapeBody = (body) => {
  const { selectors, ...group } = without(body, [...unwritable, 'system_group', 'member_count']);
  if (!Array.isArray(selectors)) return { ...group, ...(selectors !== undefined && { selectors }) };
  return { ...group, selectors: selectors.map((it) => (isJsonObject(it) ? without(it, ofSelector) : it)) };
};

const ofSelector = [...unwritable, 'asset_group_id', 'system_selector'] as const;

/** `[{selector_name, sid, action}]`; `action` is `add` or `remove`. Validation refuses other actions as additions. */
export function selectorsBody(items: readonly unknown[]): JsonObject {
  return {
    add: items.filter((it) => !isRemoval(it)).map(selectorOf),
    remove: items.filter(isRemoval).map(selectorOf),
  };
}

function isRemoval(spec: unknown): boolean {
  return isJsonObject(spec) && spec['action'] === 'remove';
}

function selectorOf(spec: unknown): unknown {
  if (!isJsonObject(spec)) return spec;
  const { selector_name, sid, action } = spec;
  const isKnown = action === 'add' || action === 'remove';
  return { ...(!isKnown && { action }), name: selector_name ?? sid, selector: sid };
}

const ofIssuer = ['issuer_address', 'issuer_address_override', 'provided_identifier'];

/** Another operation creates events, so only an empty list of events is accepted. Collectors have tokens, so no issuer is. */
export const clientBody: ReshapeBody = ({ events, auth_type, ...body }) => {
  const client = without(
    body,
    ofIssuer.filter((name) => !body[name]),
  );
  const asksForEvents = !(events === null || events === undefined || (Array.isArray(events) && events.length === 0));
  return {
    ...plainController(client),
    ...(auth_type !== undefined && auth_type !== 'bloodhound' && { auth_type }),
    ...(asksForEvents && { events }),
    ...('type' in client && { type: typeOfCollector(client['type']) }),
  };
};

/** The report of a collector about itself, sent when it starts. */
export const clientReportBody: ReshapeBody = (body) => {
  const { usersid, ...report } = only(body, ['address', 'hostname', 'username', 'usersid', 'user_sid', 'version']);
  return usersid === undefined ? report : { ...report, user_sid: usersid };
};

/** `additional` is an object of texts in the reference product and a text in ours. */
export const clientErrorBody: ReshapeBody = (body) => {
  const { additional, ...error } = only(body, ['task_error', 'additional']);
  if (additional === undefined) return error;
  return { ...error, additional: isJsonObject(additional) ? JSON.stringify(additional) : additional };
};

export const jobStartBody: ReshapeBody = (body) => only(body, ['id']);

export const jobEndBody: ReshapeBody = (body) => {
  const { status, ...end } = only(body, ['status', 'message']);
  return { ...end, ...(status !== undefined && { status: typeof status === 'string' ? statusWord(status) : status }) };
};

/** Applies the converter of an object or of an array, depending on the body. */
export function reshaping(reshape?: ReshapeBody, reshapeArray?: ReshapeArray): (body: object) => object {
  return (body) => {
    if (isJsonObject(body)) return reshape?.(body) ?? body;
    return Array.isArray(body) && reshapeArray ? reshapeArray(body) : body;
  };
}

/** In the reference product, a domain controller may be `{string, valid}` or null. */
function plainController(body: JsonObject): JsonObject {
  const { domain_controller: given, ...more } = body;
  if (given === undefined || given === null) return more;
  const name = isJsonObject(given) && 'valid' in given ? (given['valid'] === true ? given['string'] : '') : given;
  return { ...more, domain_controller: name };
}

/**
 * Collectors of other versions send additional properties, null values, and names in any case (`Hostname`). The reference product
 * ignores the first two and compares names without case.
 */
function only(body: JsonObject, names: readonly string[]): JsonObject {
  const members = Object.entries(body).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(members.filter(([name, value]) => names.includes(name) && value !== null));
}
