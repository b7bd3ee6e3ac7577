import { isJsonObject, type JsonObject, statusWord, typeOfCollector } from './values.js';

/** From the body that a client of the reference product sends to the one that our operation takes. */
export type ReshapeBody = (body: JsonObject) => JsonObject;

/** The same for a body that is an array there. */
export type ReshapeArray = (items: readonly unknown[]) => JsonObject;

/** What programs that send a whole record back leave in it, though it can't be written. */
const unwritable = ['id', 'created_at', 'updated_at', 'deleted_at', 'next_scheduled_at'] as const;

export const recordBody: ReshapeBody = (body) => without(body, unwritable);

/** Its client is that of the path, or of the event that is there. */
export const ofClientBody: ReshapeBody = (body) => without(body, [...unwritable, 'client_id']);

/** Properties of a job that its client and its run decide. */
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

/** Its member count is what its selectors find. */
export const assetGroupBody: ReshapeBody = (body) => {
  const { selectors, ...group } = without(body, [...unwritable, 'system_group', 'member_count']);
  if (!Array.isArray(selectors)) return { ...group, ...(selectors !== undefined && { selectors }) };
  return { ...group, selectors: selectors.map((it) => (isJsonObject(it) ? without(it, ofSelector) : it)) };
};

const ofSelector = [...unwritable, 'asset_group_id', 'system_selector'] as const;

/** `[{selector_name, sid, action}]`, where `action` is `add` or `remove`. Any other action is refused as an addition. */
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
  const { selector_name, sid, action, ...more } = spec;
  const isKnown = action === 'add' || action === 'remove';
  return { ...more, ...(!isKnown && { action }), name: selector_name ?? sid, selector: sid };
}

/** Events are made by a call of their own; an empty list of them asks for nothing. */
export const clientBody: ReshapeBody = ({ events, ...client }) => {
  const asksForEvents = !(events === null || events === undefined || (Array.isArray(events) && events.length === 0));
  return {
    ...plainController(client),
    ...(asksForEvents && { events }),
    ...('type' in client && { type: typeOfCollector(client['type']) }),
  };
};

/** What a collector says of itself when it starts. */
export const clientReportBody: ReshapeBody = (body) => {
  const { usersid, ...report } = only(body, ['address', 'hostname', 'username', 'usersid', 'user_sid', 'version']);
  return usersid === undefined ? report : { ...report, user_sid: usersid };
};

/** What is said beside an error is an object of texts there, and a text here. */
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

/** For bodies that may be any object or array. */
export function reshaping(reshape?: ReshapeBody, reshapeArray?: ReshapeArray): (body: object) => object {
  return (body) => {
    if (isJsonObject(body)) return reshape?.(body) ?? body;
    return Array.isArray(body) && reshapeArray ? reshapeArray(body) : body;
  };
}

/** A domain controller may be `{string, valid}` there, and null. */
function plainController(body: JsonObject): JsonObject {
  const { domain_controller: given, ...more } = body;
  if (given === undefined || given === null) return more;
  const name = isJsonObject(given) && 'valid' in given ? (given['valid'] === true ? given['string'] : '') : given;
  return { ...more, domain_controller: name };
}

/**
 * Collectors of other versions send more, null for nothing, and names in any case (`Hostname`): the reference product ignores the
 * first two and compares names without case.
 */
function only(body: JsonObject, names: readonly string[]): JsonObject {
  const members = Object.entries(body).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(members.filter(([name, value]) => names.includes(name) && value !== null));
}

function without(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
