import { timeOrZero } from './absent-values.js';
import { collectorOf } from './client-types.js';
import { statusNumber } from './job-statuses.js';
import { isJsonObject, type JsonObject } from './json.js';

/** From what we answer to what the reference product does, for one item whose absent values are plain already. */
export type ReshapeItem = (item: JsonObject) => JsonObject;

/** Where the two differ in nothing but how absent values are written. */
export const recordAnswer: ReshapeItem = (item) => item;

/** An upload. */
export const uploadAnswer: ReshapeItem = (upload) => ({
  ...upload,
  status: statusNumber(upload['status']),
  start_time: timeOrZero(upload['start_time']),
  end_time: timeOrZero(upload['end_time']),
});

/** A job as the reference product shows it: everywhere but in {@link jobRecordAnswer}. */
export const jobAnswer: ReshapeItem = ({
  created_at: _created,
  updated_at: _updated,
  deleted_at: _deleted,
  event_title: _title,
  log_path: _path,
  last_ingest: _ingest,
  ...job
}) => uploadAnswer(job);

/** A job as it is stored: the answer to who makes, starts or ends one. Collectors refuse it if a property is absent. */
export const jobRecordAnswer: ReshapeItem = (job) => ({
  ...uploadAnswer(job),
  last_ingest: timeOrZero(job['last_ingest']),
  ous: idsOf(job['ous']),
  domains: idsOf(job['domains']),
});

export const clientAnswer: ReshapeItem = ({ address, username, ...client }) => {
  const job = client['current_job'];
  return {
    ...client,
    type: collectorOf(client['type']),
    ip_address: address,
    configured_user: username,
    ...(isJsonObject(job) && { current_job: jobRecordAnswer(job) }),
  };
};

function idsOf(objects: unknown): unknown {
  return Array.isArray(objects) ? objects.map((it) => (isJsonObject(it) ? it['objectid'] : it)) : objects;
}
