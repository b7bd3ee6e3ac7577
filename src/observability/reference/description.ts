import type { Settings } from '../../base/config/settings.js';

/** The description of the OpenAPI document: what all operations have in common. */
export function describeApi({ signatureKeywords: [keyword = ''], defaultWait, maxWait }: Settings): string {
  return `Security graph: who can administer what. Interface version v2.

**Login.** \`POST /api/v2/login\` with \`{"login_method":"secret","username":"ada","secret":"…"}\` returns a session token.
Send it as \`Authorization: Bearer <session token>\`.

**Signature.** Programs sign each request with an API token of \`POST /api/v2/tokens\`: \`Authorization: ${keyword} <token id>\`,
\`RequestDate\` and \`Signature\`, as the security scheme \`signature\` says.

**Lists** have \`skip\` and \`limit\`, and answer \`{"count":…,"skip":0,"limit":100,"data":[…]}\`. \`sort_by=name\` sorts,
\`sort_by=-name\` the other way round. \`Accept: text/csv\` returns all rows as CSV.

**Filters** have the name of a property and a predicate: \`name=~eq:admin\` (contains), \`id=gte:7\`, \`status=neq:failed\`.
A filter that is given several times must hold each time. Unknown parameters are errors.

**Errors** are \`{"http_status":400,"request_id":"…","errors":[{"code":…,"context":…,"message":…}]}\`. All faults of a
request are listed, each with a stable code and its place, such as \`query.sort_by\`.

**Limits.** \`RateLimit-Policy\` and \`RateLimit\` show the limit of the caller. 429 and 503 have \`Retry-After\`.
\`x-rate-limit-cost\` says as how many calls an operation counts. A request takes ${defaultWait} s at most;
\`Prefer: wait=N\` allows up to ${maxWait} s.

**Again.** \`If-None-Match\` with the \`ETag\` of a former answer from the graph returns 304 if nothing has changed. A POST that
creates takes an \`Idempotency-Key\`, so that a client may send it twice.`;
}
