import { errorCodes } from '../dist/src/base/catalogue/error-codes.js';

/** @returns the text of docs/errors.md, from the table of error codes */
export function document() {
  const codes = Object.entries(errorCodes);
  return `# Errors

\`node scripts/run.mjs errors\` writes this page from \`src/base/catalogue/error-codes.ts\`. Do not edit it.

A list is asked to sort by a column that it does not have:

\`\`\`
GET /api/v2/asset-groups?sort_by=naem
\`\`\`

\`\`\`json
{
  "http_status": 400,
  "timestamp": "2026-01-31T12:00:00.000Z",
  "request_id": "0b4b0a0e-6c0f-4d2e-a0f5-4f3d7f1b2c11",
  "errors": [
    {
      "code": "list.unsortable",
      "context": "query.sort_by",
      "message": "\\"naem\\" can't be sorted by; sortable are name, tag, member_count"
    }
  ]
}
\`\`\`

Every answer that is not a success has a body of this form.

| property           | use                                                                                             |
| ------------------ | ----------------------------------------------------------------------------------------------- |
| \`request_id\`       | Equals the header \`X-Request-Id\`. The log line with this id has the details.                    |
| \`errors[].code\`    | For programs. A code never changes its meaning. The table below lists all codes.                |
| \`errors[].context\` | The place of the fault: \`path.…\`, \`query.…\`, \`header.…\`, \`body…\`, or what the message is about. |
| \`errors[].message\` | For people: what is wrong, and what is accepted. The text may change.                           |

One answer lists all faults of a request: first of the path, then of the query, of headers and of the body. It lists
at most 100 faults. If there are more, the last one has the code \`errors.omitted\` and counts the rest.

With \`COMPAT=bloodhound\`, errors have no \`code\`, as in the reference product.

## Codes

If the last column is empty, the message says what to do. Answers 429 and 503 say in \`Retry-After\` when to send the
request again, except \`graph.ranking_too_large\` and \`graph.plan_too_large\`.

| code | status | cause | what to do |
| ---- | ------ | ----- | ---------- |
${codes.map(([code, { statuses, cause, remedy }]) => `| \`${code}\` | ${statuses.join(', ')} | ${cause} | ${linked(remedy)} |`).join('\n')}

## Rules

- A 401 always has the same text, whatever was wrong. The log has the reason.
- A 405 has the header \`Allow\`. An operation of another edition, or one that the caller may not see, is an unknown
  path. If an unknown path resembles a path of this edition, the message names that one.
- A login accepts a body of at most 16 KiB. Other bodies have the limit \`MAX_BODY_BYTES\`, uploads \`MAX_UPLOAD_BYTES\`,
  and in gzip also \`MAX_UNPACKED_BYTES\` and \`MAX_ZIP_RATIO\`. Until a signature is verified, \`MAX_UNPROVEN_BYTES\` limits
  the body, unless the address has signed a request with the token within the last hour.
- A JSON body may not contain half of a surrogate pair.
- A property may not have a name that every JavaScript object inherits (\`constructor\`, \`toString\`). Names of custom node
  kinds are exempt.
- If a body breaks one of the last two rules or is \`body.too_complex\`, the answer lists only these faults of the body.
- A malformed request target is a 400, whether or not its path exists.
- All answers have the same security headers, also answers to malformed HTTP.`;
}

/** Makes links of the documents that a text names. */
function linked(text) {
  return text.replaceAll(/docs\/([\w/-]+\.md)/g, '[$1]($1)');
}
