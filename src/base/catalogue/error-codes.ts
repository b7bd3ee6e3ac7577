import type { Capability } from './capabilities.js';

/**
 * The machine-readable codes of errors, with their meaning. A code never changes its meaning: programs decide by it. docs/errors.md
 * lists each code with its statuses and the remedy; test/inventory compares the two.
 */
export const errorCodes = {
  'request.malformed': 'The bytes are not a well-formed HTTP/1.1 request.',
  'request.too_large': 'The request line, the headers or the extensions of a chunk exceed their limit.',
  'request.too_slow': 'The request did not arrive in time.',
  'request.timed_out': 'The time limit of the request expired before its answer was ready.',

  'path.malformed': 'The request target has no path, or the path cannot be decoded.',
  'path.unknown': 'The path does not exist.',
  'path.method_not_allowed': 'The path exists, but does not support the method.',
  'path.invalid_value': 'A path parameter has an invalid value.',
  'path.not_implemented': 'The operation exists in the reference product only.',

  'header.missing': 'A required header is missing.',
  'header.invalid_value': 'A header has an invalid value.',

  'query.repeated_parameter': 'A query parameter that accepts one value was sent several times.',
  'query.missing_parameter': 'A required query parameter is missing.',
  'query.invalid_value': 'A query parameter has an invalid value.',
  'query.conflicting_parameters': 'Query parameters exclude each other.',
  'query.too_many_nodes': 'A property that memory lacks would have to be read of too many nodes.',
  'filter.unknown_parameter': 'The operation does not accept a query parameter of this name.',
  'filter.invalid_predicate': 'The predicate of a filter does not apply to the type of its column.',
  'filter.invalid_value': 'The value of a filter does not match the type of its column.',
  'list.unsortable': 'The list cannot be sorted by this column.',

  'body.missing': 'The body is empty.',
  'body.incomplete': 'The body ended before its announced length.',
  'body.too_slow': 'The body did not arrive in time.',
  'body.too_large': 'The body exceeds its limit, as sent or as decompressed.',
  'body.unverified_too_large': 'A body exceeds `MAX_UNPROVEN_BYTES` before its credentials are verified.',
  'body.unverified_too_many': 'Concurrent bodies exceed `MAX_UNPROVEN_BYTES` before their credentials are verified.',
  'body.unsupported_type': 'The operation does not accept the media type of the body.',
  'body.unsupported_encoding': 'The service does not support the content encoding of the body.',
  'body.invalid_encoding': 'The body does not match its declared content encoding or multipart boundary.',
  'body.invalid_json': 'The body is not valid JSON.',
  'body.too_complex': 'The JSON body exceeds a limit of nesting, members or values.',
  'body.unknown_property': 'The operation does not accept a property or part of this name.',
  'body.missing_property': 'A required property or part is missing.',
  'body.invalid_value': 'The body, a property or a part has an invalid value.',
  'body.conflicting_properties': 'Properties exclude each other.',

  'auth.failed': 'Credentials are absent, wrong or expired.',
  'auth.no_session': 'The credentials of the request belong to no session.',
  'session.insecure_transport': 'The page logs in by HTTPS only, or in a browser on the machine of the service.',
  'permission.denied': 'The principal lacks the permission for the operation.',
  'password.too_weak': 'The password is easy to guess.',
  'password.wrong': 'The current password is wrong.',
  'password.unchanged': 'The new password equals the current one.',

  'reference.not_found': 'A property or query parameter refers to something that does not exist.',
  'reference.ambiguous': 'An object id is that of several nodes without regard to case, and of none exactly.',
  'resource.not_found': 'The resource does not exist.',
  'resource.name_taken': 'Another resource has the same unique name or key.',
  'resource.protected': 'The service does not allow this change to this resource.',
  'resource.disabled': 'The account is disabled.',
  'resource.limit_reached': 'The account has the largest allowed number of resources.',

  'schedule.invalid_rule': 'The recurrence rule is invalid, occurs too often or never occurs.',
  'job.wrong_state': 'The state of the job does not allow the operation.',
  'job.already_running': 'The client is running another job.',
  'job.not_running': 'The client is running no job.',
  'upload.closed': 'The upload has ended and accepts no more files.',
  'upload.invalid_file': 'The file is damaged or has an unsupported format.',
  'saml.invalid_metadata': 'The SAML metadata cannot be used.',

  'rate_limit.exceeded': 'Too many requests were sent, or too many logins failed.',
  'rate_limit.too_many_questions': 'Too many questions of the principal wait for their turn.',
  'storage.full': 'The disk of uploads, or that of the database, has no space.',
  'storage.unavailable': 'The storage of uploads cannot be reached or refuses the service.',
  'database.unavailable': 'The database cannot be reached or refuses connections.',
  'database.read_only': 'The database accepts no writes.',
  'cypher.invalid_syntax': 'The text is no query.',
  'cypher.invalid_query': 'The query contradicts itself, or names something that does not exist.',
  'cypher.wrong_type': 'A value in the query has a type that its operation does not take.',
  'cypher.invalid_argument': 'A value in the query is out of range for its operation.',
  'cypher.missing_parameter': 'The request lacks a parameter of the query.',
  'cypher.unsupported':
    'The query would change the graph or call a procedure, or uses something that is not supported.',
  'cypher.limit_exceeded': 'The query exceeds a limit of its length, nesting, time, steps, rows or memory.',
  'graph.no_path': 'No path leads from a start to an end.',
  'graph.changes_unknown': 'The changes of the graph since this time are not logged.',
  'graph.not_ready': 'The graph is not in memory yet, or not with the present kinds or nodes.',
  'graph.ranking_too_large': 'A ranking of this graph needs more memory than one may take.',
  'server.overloaded': 'Too much work of this kind is waiting.',
  'server.internal': 'The service failed. Its log has the details.',
  'errors.omitted': 'The request has more faults than one answer lists.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Areas of codes that occur only with a capability. The area is the part of a code before the dot. */
const capabilities: Readonly<Record<string, Capability>> = { job: 'jobs', schedule: 'events' };

/** The capability that an error code belongs to, if any. */
export function capabilityOf(code: string): Capability | undefined {
  return capabilities[code.split('.', 1)[0] ?? ''];
}
