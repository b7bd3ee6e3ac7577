import { timeOrZero } from './absent-values.js';
import { collectorOf } from './client-types.js';
import { statusNumber } from './job-statuses.js';
import { isJsonObject, type JsonObject } from './json.js';

/** From what we answer to what the reference product does, for one item whose absent values are plain already. */
export type ReshapeItem = (item: JsonObject) => JsonObject;

/** Where the two differ in nothing but how absent values are written. */
export const recordAnswer: ReshapeItem = (item) => item;

/** A job, or an upload. */
export const jobAnswer: ReshapeItem = (job) => ({
  ...job,
  status: statusNumber(job['status']),
  start_time: timeOrZero(job['start_time']),
  end_time: timeOrZero(job['end_time']),
});

export const clientAnswer: ReshapeItem = ({ address, username, ...client }) => {
  const job = client['current_job'];
  return {
    ...client,
    type: collectorOf(client['type']),
    ip_address: address,
    configured_user: username,
    ...(isJsonObject(job) && { current_job: jobAnswer(job) }),
  };
};
