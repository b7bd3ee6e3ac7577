import { described } from './error-description.js';
import { scimCodes } from './scim-codes.js';
import { ssoCodes } from './sso-codes.js';
import { factorCodes } from './factor-codes.js';

/**
 * The machine-readable codes of errors. A code never changes its meaning: programs decide by it. docs/errors.md and the OpenAPI document
 * list them with these texts.
 */
export const errorCodes = {
  'request.malformed': described(
    400,
    'The bytes are not a well-formed HTTP/1.1 request.',
    'Send well-formed HTTP/1.1. The service closes the connection.',
  ),
  'request.too_large': described(
    [413, 431],
    'The request line, the headers or the extensions of a chunk exceed their limit.',
    'Send less than 16 KiB of request line and headers.',
  ),
  'request.too_slow': described(408, 'The request did not arrive in time.', 'Send the request again, without pauses.'),
  'request.timed_out': described(
    500,
    'The time limit of the request expired before its answer was ready.',
    'Ask for less, or for more time by `Prefer: wait=N`.',
  ),

  'path.malformed': described(400, 'The request target has no path, or the path cannot be decoded.'),
  'path.unknown': described(404, 'The path does not exist.', 'Compare the path with docs/api.md and the edition.'),
  'path.method_not_allowed': described(405, 'The path does not support the method.', 'Use a method of `Allow`.'),
  'path.invalid_value': described(400, 'A path parameter has an invalid value.'),
  'path.not_implemented': described(
    501,
    'The operation exists in the reference product only.',
    'Occurs with `COMPAT=bloodhound` only; do without the operation.',
  ),

  'header.missing': described(400, 'A required header is missing.'),
  'header.invalid_value': described(400, 'A header has an invalid value.'),

  'key.other_request': described(
    422,
    'The `Idempotency-Key` was sent with another path or body within 24 hours.',
    'Make a new key for each new request.',
  ),
  'key.in_progress': described(
    409,
    'The first request with this `Idempotency-Key` has no answer yet.',
    'Send the request again after the time in `Retry-After`.',
  ),
  'key.secret_shown': described(
    409,
    'The first request with this `Idempotency-Key` created what the message names, and showed its secret.',
    'If the secret was lost, delete the row and create another one with a new key.',
  ),

  'query.repeated_parameter': described(400, 'A query parameter that accepts one value was sent several times.'),
  'query.malformed': described(
    400,
    'The query cannot be decoded as UTF-8.',
    'Percent-encode it as UTF-8, such as ö as %C3%B6.',
  ),
  'query.missing_parameter': described(400, 'A required query parameter is missing.'),
  'query.invalid_value': described(400, 'A query parameter has an invalid value.'),
  'query.conflicting_parameters': described(400, 'Query parameters exclude each other.'),
  'query.too_many_nodes': described(
    400,
    'A condition or an order needs a property that the database would have to read of too many nodes.',
    'Add a kind, an environment, or a condition on a property that is in memory.',
  ),
  'plan.bad_cost': described(
    400,
    'A cost of a plan names no sort of fix, or is neither a whole number from 1 to 1,000 nor `never`.',
  ),
  'plan.bad_weight': described(
    400,
    'A weight of a plan is neither `property:name` nor `tag:tag:n`, or the property of an account is no whole number from 0 to 1,000.',
  ),
  'filter.unknown_parameter': described(400, 'The operation does not accept a query parameter of this name.'),
  'filter.invalid_predicate': described(400, 'The predicate of a filter does not apply to the type of its column.'),
  'filter.invalid_value': described(400, 'The value of a filter does not match the type of its column.'),
  'list.unsortable': described(400, 'The list cannot be sorted by this column.'),

  'body.missing': described(400, 'The body is empty.'),
  'body.incomplete': described(400, 'The body ended before its announced length.'),
  'body.too_slow': described(
    408,
    'The body did not arrive in time.',
    'Send it again. For uploads, `UPLOAD_IDLE_TIMEOUT` limits each pause. The service closes the connection.',
  ),
  'body.too_large': described(
    413,
    'The body exceeds its limit, as sent or as decompressed.',
    'Send a smaller body, or raise the setting that the message names.',
  ),
  'body.unverified_too_large': described(
    413,
    'A body exceeds `MAX_UNPROVEN_BYTES` before its credentials are verified.',
    'First send a small signed request from this address, as the message states.',
  ),
  'body.unverified_too_many': described(
    429,
    'Concurrent bodies exceed `MAX_UNPROVEN_BYTES` before their credentials are verified.',
    'Wait, or first send a small signed request.',
  ),
  'body.unsupported_type': described(415, 'The operation does not accept the media type of the body.'),
  'body.unsupported_encoding': described(415, 'The service does not support the content encoding of the body.'),
  'body.invalid_encoding': described(
    400,
    'The body does not match its declared content encoding or multipart boundary.',
  ),
  'body.invalid_json': described(400, 'The body is not valid JSON.'),
  'body.too_complex': described(
    400,
    'The JSON body exceeds a limit of nesting, members or values.',
    'A body has at most 32 levels, 10,000 members of one object or array, and 100,000 values.',
  ),
  'body.unknown_property': described(400, 'The operation does not accept a property or part of this name.'),
  'body.missing_property': described(400, 'A required property or part is missing.'),
  'body.invalid_value': described(400, 'The body, a property or a part has an invalid value.'),
  'body.conflicting_properties': described(400, 'Properties exclude each other.'),

  'auth.failed': described(
    401,
    'Credentials are absent, wrong or expired.',
    'Log in again, or check key, clock and signature. `WWW-Authenticate` lists the schemes.',
  ),
  'auth.no_session': described(
    400,
    'The credentials of the request belong to no session.',
    'Send the token of a session. Signed requests have no session to end.',
  ),
  'session.insecure_transport': described(
    400,
    'The page logs in by HTTPS only, or in a browser on the machine of the service.',
    'Use HTTPS, and set `PUBLIC_URL` or `TRUSTED_PROXIES`.',
  ),
  'permission.denied': described(
    403,
    'The principal lacks the permission for the operation.',
    'Use an account whose role has the permission that the message names.',
  ),
  'permission.limited_account': described(
    403,
    'The account is limited to environments, and the operation answers from the whole graph.',
    'Use an account that sees all environments. docs/permissions.md lists what limited accounts may call.',
  ),
  'account.not_limitable': described(
    400,
    'An account of this role is not limited to environments.',
    'Limit accounts of the roles `user` and `read_only`, or let the account see all environments first.',
  ),
  'password.too_weak': described(
    400,
    'The password is easy to guess.',
    'Choose several words that do not belong together.',
  ),
  'password.wrong': described(400, 'The current password is wrong.'),
  'password.unchanged': described(400, 'The new password equals the current one.'),
  ...factorCodes,

  'reference.not_found': described(400, 'A property or query parameter refers to something that does not exist.'),
  'reference.ambiguous': described(
    400,
    'Several nodes have this object id in other case, and none has it exactly.',
    'Use one of the ids that the message lists.',
  ),
  'resource.not_found': described(
    404,
    'The resource does not exist.',
    'List the resources to find its id. It may have been deleted.',
  ),
  'resource.name_taken': described(409, 'Another resource has the same unique name or key.'),
  'report.not_ready': described(
    409,
    'The document of a report is being made, or has failed.',
    'Ask again, or read the reason in the list of documents.',
  ),
  'resource.protected': described(
    409,
    'The service does not allow this change to this resource.',
    'Resources that the service ships and the last administrator cannot be removed.',
  ),
  'resource.disabled': described(409, 'The account is disabled.'),
  'resource.limit_reached': described(
    409,
    'The account has the largest allowed number of resources.',
    'Delete one first, or raise the setting that the message names.',
  ),

  'schedule.invalid_rule': described(400, 'The recurrence rule is invalid, occurs too often or never occurs.'),
  'job.wrong_state': described(
    409,
    'The state of the job does not allow the operation.',
    'Read the job again; the message names its state.',
  ),
  'job.already_running': described(409, 'The client is running another job.'),
  'job.not_running': described(
    [404, 409],
    'The client is running no job.',
    'Start a job that `GET /api/v2/jobs/available` lists.',
  ),
  'upload.closed': described(409, 'The upload has ended and accepts no more files.', 'Start another upload.'),
  'upload.invalid_file': described(
    400,
    'The file is damaged or has an unsupported format.',
    'Send undamaged JSON or ZIP, plain or in gzip.',
  ),
  ...ssoCodes,
  ...scimCodes,

  'rate_limit.exceeded': described(
    429,
    'Too many requests were sent, or too many logins failed.',
    '`RateLimit-Policy` shows the limit, `RateLimit` what is left of it.',
  ),
  'rate_limit.too_many_questions': described(
    429,
    'Too many questions of the principal wait for their turn.',
    'Ask fewer questions at a time.',
  ),
  'storage.full': described(
    507,
    'The disk of uploads or of the database is full.',
    'Free space on the disk of `SPOOL_DIR`, or lower `UPLOAD_DISK_RESERVE_BYTES`. With the context `database`, free the disk of PostgreSQL.',
  ),
  'storage.unavailable': described(
    503,
    'The storage of uploads cannot be reached or refuses the service.',
    'The log has the reason.',
  ),
  'database.unavailable': described(503, 'The database cannot be reached or refuses connections.'),
  'database.read_only': described(503, 'The database accepts no writes.'),
  'cypher.invalid_syntax': described(400, 'The text is not a query in Cypher.'),
  'cypher.invalid_query': described(
    400,
    'The query contradicts itself, or names something that does not exist.',
    'See docs/cypher.md.',
  ),
  'cypher.wrong_type': described(
    400,
    'A value in the query has a type that its operation does not take.',
    'Convert it, or test for null first.',
  ),
  'cypher.invalid_argument': described(400, 'A value in the query is out of range for its operation.'),
  'cypher.missing_parameter': described(400, 'The request lacks a parameter of the query.'),
  'cypher.unsupported': described(
    400,
    'The query would change the graph or call a procedure, or uses something that is not supported.',
    'Ask without it; see docs/cypher.md.',
  ),
  'cypher.limit_exceeded': described(
    400,
    'The query exceeds a limit of its length, nesting, time, steps, rows or memory.',
    'Add `LIMIT`, a label, or a condition on the name or object id.',
  ),
  'graph.no_path': described(
    404,
    'No path leads from a start to an end.',
    'Follow more kinds, or ask the other way round.',
  ),
  'graph.changes_unknown': described(
    400,
    'The changes of the graph since this time are not logged.',
    'Ask for a later time: the message has the first one, and why.',
  ),
  'graph.not_ready': described(
    503,
    'The graph in memory is not read yet, or lacks a kind or a node of the newest version.',
    '`/health/ready` has the reason.',
  ),
  'graph.ranking_too_large': described(
    503,
    'A ranking of this graph needs more memory than one may take.',
    'Ask `reachable` or `exposure` about single nodes.',
  ),
  'graph.plan_too_large': described(
    503,
    'A plan of fixes for this graph needs more memory than one may take.',
    'Ask for fewer kinds of edges by `relationship_kinds`, or rank single changes.',
  ),
  'server.overloaded': described(
    503,
    'Too much work of this kind is waiting.',
    'Send the request again later (docs/adr/0012-rate-limits.md).',
  ),
  'server.internal': described(
    500,
    'The service failed. Its log has the details.',
    'Search the log for the `request_id`.',
  ),
  'errors.omitted': described(400, 'The request has more faults than one answer lists.'),
};

export type ErrorCode = keyof typeof errorCodes;
