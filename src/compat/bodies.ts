import { typeOfCollector } from './client-types.js';
import { statusWord } from './job-statuses.js';
import { isJsonObject, type JsonObject } from './json.js';

/** From the body that a client of the reference product sends to the one that our operation takes. */
export type ReshapeBody = (body: JsonObject) => JsonObject;

/** What programs that send a whole record back leave in it, though it can't be written. */
const unwritable = ['id', 'created_at', 'updated_at', 'deleted_at', 'next_scheduled_at'] as const;

export const recordBody: ReshapeBody = (body) => without(body, unwritable);

/** Its client is that of the path, or of the event that is there. */
export const ofClientBody: ReshapeBody = (body) => without(body, [...unwritable, 'client_id']);

/** Events are made by a call of their own; an empty list of them asks for nothing. */
export const clientBody: ReshapeBody = ({ events, ...client }) => {
  const asksForEvents = !(events === null || events === undefined || (Array.isArray(events) && events.length === 0));
  return {
    ...client,
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

/** For {@link ReshapeBody} where any object may come. */
export function reshaping(reshape: ReshapeBody): (body: object) => object {
  return (body) => (isJsonObject(body) ? reshape(body) : body);
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
