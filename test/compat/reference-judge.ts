import { readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { ourTarget } from '../../src/compat/wire/targets.js';
import { isJsonObject } from '../../src/base/values/json-object.js';

export interface ReferenceParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface ReferenceOperation {
  readonly parameters: readonly ReferenceParameter[];
  readonly body?: object;
  readonly answers: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

interface Extract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ReferenceOperation>>>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

type Schema = { readonly [name: string]: unknown };

const extract = JSON.parse(readFileSync('test/compat/reference-extract.json', 'utf8')) as Extract;

/**
 * The reference product differs from its document in this: absent numbers and texts are plain null, and `deleted_at` is the
 * null time of its language.
 */
const asSent: Readonly<Record<string, Schema>> = {
  'null.int32': { type: ['integer', 'null'] },
  'null.int64': { type: ['integer', 'null'] },
  'null.boolean': { type: ['boolean', 'null'] },
  'null.string': { type: ['string', 'null'] },
  'null.uuid': { type: ['string', 'null'], format: 'uuid' },
  'null.time': closed({ Time: { type: 'string', format: 'date-time' }, Valid: { type: 'boolean' } }),
};

/** What it leaves empty as null. */
const mayBeNull = new Set(['AuthSecret', 'token', 'current_job', 'current_task']);

/** Formats of texts that may be empty as well are not checked. */
const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: false }), [
  'date-time',
  'uuid',
  'int32',
  'int64',
]);
for (const name of ['email', 'ipv4', 'hostname', 'jwt', 'double', 'float', 'binary']) ajv.addFormat(name, true);

/** @param operation `GET /api/v2/jobs/{job_id}` */
export function parametersOf(operation: string): readonly ReferenceParameter[] {
  return referenceOperation(operation).parameters;
}

export function takesBody(operation: string): boolean {
  return referenceOperation(operation).body !== undefined;
}

/** An operation without the names of its parameters, and by our path, so that one of ours and one of the reference compare. */
export function shapeOf(operation: string): string {
  const [method = '', path = ''] = operation.split(' ');
  return `${method} ${ourTarget(path).path.replaceAll(/:\w+|\{\w+\}/g, '*')}`;
}

/** The name of the schema that a parameter refers to: `api.params.predicate.filter.uuid`. */
export function schemaName({ schema }: ReferenceParameter): string {
  const { $ref } = schema;
  return typeof $ref === 'string' ? $ref.replace('#/schemas/', '') : '';
}

/**
 * How an answer differs from the reference document: each object must have exactly the properties of its schema.
 * @param form the place of the schema, if the document has one of several
 * @returns one text for each kind of difference, whichever element of a list it was found in
 */
export async function differences(operation: string, response: Response, form = 0): Promise<string[]> {
  const content = referenceOperation(operation).answers[response.status];
  if (!content) return [`answers ${response.status}`];
  const text = await response.text();
  const schema = content['application/json'];
  if (!schema) return (text === '') === (content['application/octet-stream'] === undefined) ? [] : ['has a body'];
  if (text === '') return ['has no body'];
  const { oneOf } = schema;
  const validate = ajv.compile(strict(Array.isArray(oneOf) ? oneOf[form] : schema));
  const body: unknown = JSON.parse(text);
  // Without an item the form of items is not compared: test/compat/reference-world.ts has to make one.
  if (isEmptyList(body)) return ['has an empty list'];
  return validate(body) ? [] : [...new Set((validate.errors ?? []).map(wording))];
}

/** `{data: []}` or `{data: {members: []}}` */
function isEmptyList(body: unknown): boolean {
  const data = isJsonObject(body) ? body['data'] : undefined;
  const [only, ...more] = isJsonObject(data) ? Object.values(data) : [data];
  return Array.isArray(only) && only.length === 0 && more.length === 0;
}

function referenceOperation(operation: string): ReferenceOperation {
  const [method = '', path = ''] = operation.split(' ');
  const found = extract.paths[path]?.[method];
  if (!found) throw new Error(`the reference document has no ${operation}`);
  return found;
}

function wording({ instancePath, keyword, params, message }: ErrorObject): string {
  const place = instancePath.replaceAll(/\/\d+/g, '/*');
  if (keyword === 'required') return `${place} lacks ${params['missingProperty']}`;
  if (keyword === 'additionalProperties') return `${place} also has ${params['additionalProperty']}`;
  return `${place} ${message}`;
}

/** The schema with all properties required and no others allowed. */
function strict(schema: Schema): Schema {
  const { $ref, allOf, anyOf, oneOf, properties, items, nullable, readOnly: _, ...rest } = schema;
  if (typeof $ref === 'string') return strictNamed($ref.replace('#/schemas/', ''));
  if (Array.isArray(allOf)) return merged([...allOf, ...(properties ? [{ properties }] : [])].map((it) => strict(it)));
  // Of accounts, not of collection clients; of domains, not of tenants; of SAML providers, because there are no others.
  if (Array.isArray(oneOf)) return strict(oneOf.find((it) => it.$ref !== '#/schemas/model.oidc-provider'));
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((it) => strict(it)) };
  if (properties) return closed(mapped(properties as Record<string, Schema>), rest['additionalProperties'] ?? false);
  if (items) return { ...rest, items: strict(items as Schema) };
  if (isJsonObject(rest['additionalProperties']))
    return { ...rest, additionalProperties: valuesOf(rest['additionalProperties']) };
  return nullable === true ? { ...rest, type: [rest['type'], 'null'] } : rest;
}

function strictNamed(name: string): Schema {
  const schema = asSent[name] ?? strict(extract.schemas[name] ?? {});
  return name.startsWith('model.bh-graph.') ? withoutRequired(schema) : schema;
}

/** Hints for drawing may be absent. */
function withoutRequired(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (name === 'required' ? undefined : value)),
  ) as Schema;
}

/** Of maps by names that are not known. The document calls properties of nodes and edges objects, but they are of any type. */
function valuesOf(schema: Schema): Schema {
  return Object.keys(schema).join() === 'type' && schema['type'] === 'object' ? {} : strict(schema);
}

function mapped(properties: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const value = strict(schema);
    return [name, mayBeNull.has(name) ? { ...value, type: ['object', 'null'] } : value] as const;
  });
  return Object.fromEntries(entries);
}

function merged(schemas: readonly Schema[]): Schema {
  const objects = schemas.filter((it) => it['properties']);
  if (objects.length === 0) return Object.assign({}, ...schemas) as Schema;
  return closed(Object.assign({}, ...objects.map((it) => it['properties'])) as Record<string, Schema>);
}

function closed(properties: Readonly<Record<string, Schema>>, additionalProperties: unknown = false): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties };
}
