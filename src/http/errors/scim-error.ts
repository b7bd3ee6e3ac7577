import type { Request } from 'express';
import type { ErrorCode } from '../../base/catalogue/error-codes.js';
import type { Fault } from '../../base/errors.js';

export const scimType = 'application/scim+json; charset=utf-8';

/** Below it, answers have the forms of RFC 7644. */
export const scimBase = '/api/v2/scim/v2';

export function isOfScim({ originalUrl }: Pick<Request, 'originalUrl'>): boolean {
  return originalUrl.startsWith(`${scimBase}/`);
}

/** Keywords of RFC 7644, section 3.12, by which providers decide whether they try again. */
const keywords: Readonly<Partial<Record<ErrorCode, string>>> = {
  'resource.name_taken': 'uniqueness',
  'resource.limit_reached': 'tooMany',
  'body.invalid_json': 'invalidSyntax',
  'body.missing': 'invalidSyntax',
  'body.missing_property': 'invalidValue',
  'body.invalid_value': 'invalidValue',
  'body.unknown_property': 'invalidSyntax',
  'scim.invalid_filter': 'invalidFilter',
  'scim.invalid_path': 'invalidPath',
  'scim.invalid_value': 'invalidValue',
  'scim.no_target': 'noTarget',
};

/** The body of an error answer of SCIM. Its status is a text. */
export function scimErrorOf(status: number, faults: readonly Fault[]): object {
  const keyword = faults.map(({ code }) => keywords[code]).find((it) => it !== undefined);
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(keyword !== undefined && { scimType: keyword }),
    detail: faults.map(({ context, message }) => `${context}: ${message}`).join('; '),
  };
}
