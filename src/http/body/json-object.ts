import type { Request } from 'express';
import { type Fault, UnsupportedMediaTypeError } from '../../base/errors.js';
import { maxBodyBytes } from './body-limit.js';
import { decodedBody } from './decoded-body.js';
import { checkMembers, halfCharacters, type MemberRule } from './json-limits.js';
import { mediaType } from './media-type.js';

export interface JsonObjectOptions {
  /** The body may be absent. */
  readonly optional?: boolean;
  /** Largest body; that of the deployment unless given. */
  readonly maxBytes?: number;
  /** What no member of the object may be, at any depth. */
  readonly rule?: MemberRule;
}

/**
 * The JSON object of a body; undefined if the body is empty (a fault unless it may be absent), is not an object, or
 * {@link checkMembers} finds a fault in it.
 * @throws UnsupportedMediaTypeError where the body is not declared as JSON
 */
export async function readJsonObject(
  request: Request,
  faults: Fault[],
  { optional = false, maxBytes = maxBodyBytes(request), rule }: JsonObjectOptions = {},
): Promise<object | undefined> {
  const bytes = await decodedBody(request, maxBytes);
  if (bytes.length === 0) {
    if (!optional)
      faults.push({ code: 'body.missing', context: 'body', message: 'the body is empty; it takes a JSON object' });
    return undefined;
  }
  requireJson(request);
  const value = parse(bytes, faults);
  const whole: MemberRule = (key, member) => halfCharacters(key, member) ?? rule?.(key, member);
  if (!value || !checkMembers(value, whole, faults)) return undefined;
  const body = request.state.reshapeBody?.(value) ?? value;
  if (!Array.isArray(body)) return body;
  faults.push({ code: 'body.invalid_value', context: 'body', message: 'the body is not a JSON object' });
  return undefined;
}

function requireJson(request: Request): void {
  if (mediaType(request) === 'application/json') return;
  const type = request.headers['content-type'];
  const given = type === undefined ? 'no type is given' : `${JSON.stringify(type)} is not supported`;
  throw new UnsupportedMediaTypeError('body.unsupported_type', `${given}; it takes application/json`);
}

function parse(bytes: Buffer, faults: Fault[]): object | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null) return value;
    faults.push({ code: 'body.invalid_value', context: 'body', message: 'the body is not a JSON object' });
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    faults.push({ code: 'body.invalid_json', context: 'body', message: `the body is not valid JSON: ${reason}` });
  }
  return undefined;
}
