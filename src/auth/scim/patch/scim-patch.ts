import { fault, type Fault, InvalidInputError } from '../../../base/errors.js';
import { isJsonObject, type JsonObject } from '../../../base/values/json-object.js';
import { JsonBodyAs } from '../../../http/body/json-body.decorator.js';
import { attributeName, parseScimFilter, type ScimFilter } from '../filter/scim-filter.js';

/** What an operation of a PATCH names: `emails[type eq "work"].value`. Names are in lower case. */
export interface PatchPath {
  readonly attribute: string;
  /** Which values of the attribute. */
  readonly filter: ScimFilter | undefined;
  readonly part: string | undefined;
}

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** Absent if the value is an object with attributes. */
  readonly path: PatchPath | undefined;
  readonly value: unknown;
  /** For errors: `body.Operations.0`. */
  readonly place: string;
}

const mostOperations = 1000;
const schema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ops = ['add', 'replace', 'remove'] as const;

const types = ['application/scim+json', 'application/json'];

/** The body of a resource, whose attributes its reader judges: providers send many that this service does not keep. */
export function ScimBody(): ParameterDecorator {
  return JsonBodyAs((body) => body, { type: 'object', additionalProperties: true }, types);
}

/** The operations of a PATCH, in their order. */
export function ScimPatchBody(): ParameterDecorator {
  const operation = {
    type: 'object' as const,
    required: ['op'],
    properties: {
      op: { type: 'string' as const, enum: [...ops], description: 'In any case.' },
      path: { type: 'string' as const },
      value: {},
    },
  };
  const properties = {
    schemas: { type: 'array' as const, items: { type: 'string' as const, enum: [schema] } },
    Operations: { type: 'array' as const, items: operation, minItems: 1, maxItems: mostOperations },
  };
  return JsonBodyAs(readOperations, { type: 'object', required: ['Operations'], properties }, types);
}

function readOperations(body: object, faults: Fault[]): PatchOperation[] {
  const given: unknown = isJsonObject(body) ? (body['Operations'] ?? body['operations']) : undefined;
  if (!Array.isArray(given) || given.length === 0 || given.length > mostOperations) {
    const message = `takes a list of 1 to ${mostOperations} operations`;
    faults.push(fault('body.invalid_value', 'body.Operations', message));
    return [];
  }
  return given.flatMap((it: unknown, index) => operationOf(it, `body.Operations.${index}`, faults) ?? []);
}

function operationOf(given: unknown, place: string, faults: Fault[]): PatchOperation | undefined {
  const { op: word, path, value } = isJsonObject(given) ? given : {};
  const op = ops.find((it) => it === String(word).toLowerCase());
  if (!op) faults.push(fault('body.invalid_value', `${place}.op`, `takes ${ops.join(', ')}`));
  else if (path !== undefined && path !== null && typeof path !== 'string')
    faults.push(fault('scim.invalid_path', `${place}.path`, 'takes a text'));
  else return { op, place, value, path: path ? parsePatchPath(path, `${place}.path`) : undefined };
  return undefined;
}

const pathShape = /^((?:urn:[\w:.-]*:)?[A-Za-z$][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s;

/** @throws InvalidInputError */
export function parsePatchPath(text: string, place: string): PatchPath {
  const [, name, filter, part] = text.length <= 2000 ? (pathShape.exec(text.trim()) ?? []) : [];
  if (name === undefined) {
    const message = 'is no path of an attribute, such as name.givenName or emails[type eq "work"].value';
    throw InvalidInputError.at('scim.invalid_path', place, message);
  }
  return {
    attribute: attributeName(name),
    filter: filter === undefined ? undefined : parseScimFilter(filter, place),
    part: part?.toLowerCase(),
  };
}

/** The attributes that an operation without a path sets. Their names may be paths. @throws InvalidInputError */
export function attributesOf({ op, value, place }: PatchOperation): (readonly [PatchPath, unknown])[] {
  if (op === 'remove')
    throw InvalidInputError.at('scim.no_target', `${place}.path`, 'is missing; it says what to remove');
  if (!isJsonObject(value))
    throw invalidValue(`${place}.value`, 'takes an object with attributes, if there is no path');
  return pathsOf(value, `${place}.value`);
}

/** Attributes of other schemas are objects of their own: `urn:…:enterprise:2.0:User`. */
export function pathsOf(attributes: JsonObject, place: string): (readonly [PatchPath, unknown])[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    isUrn(name) && isJsonObject(value) ? [] : [[parsePatchPath(name, `${place}.${name}`), value] as const],
  );
}

function isUrn(name: string): boolean {
  return name.toLowerCase().startsWith('urn:');
}

export function invalidValue(place: string, message: string): InvalidInputError {
  return InvalidInputError.at('scim.invalid_value', place, message);
}

/** A text of 1 to 256 characters; null if it is empty. @throws InvalidInputError */
export function textOf(value: unknown, place: string): string | null {
  const given = single(value);
  if (given === null || given === undefined || given === '') return null;
  if (typeof given === 'string' && /^\P{Cc}{1,256}$/u.test(given)) return given;
  throw invalidValue(place, 'takes a text of 1 to 256 characters without control characters');
}

/** Entra ID sends some single values as `[{"value": …}]`. */
export function single(value: unknown): unknown {
  const [only, ...others]: unknown[] = Array.isArray(value) ? value : [value];
  if (others.length > 0) return value;
  return Array.isArray(value) && isJsonObject(only) && 'value' in only ? only['value'] : only;
}
