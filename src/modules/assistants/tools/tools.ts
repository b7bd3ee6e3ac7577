import { InvalidInputError, NotFoundError } from '../../../base/errors.js';
import { isJsonObject, type JsonObject } from '../../../base/values/json-object.js';
import type { ApiDescription, OperationInput } from './api-description.js';
import { callTools, type CallTool, whatIf } from './tool-table.js';

export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [member: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: true;
    readonly destructiveHint: false;
    readonly idempotentHint: true;
    readonly openWorldHint: false;
  };
}

/** Calls the API as the caller. @throws AppError with the sentences of the API */
export type CallApi = (method: 'GET' | 'POST', target: string, body?: string) => Promise<JsonObject>;

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

const cursor = {
  type: 'string',
  description: 'The cursor of a result that was too long, to get the rest of it. All other arguments stay the same.',
};

interface Tool {
  readonly title: string;
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  run(input: JsonObject, api: CallApi): Promise<JsonObject>;
}

/** The tools of this deployment: what its edition lacks is absent. */
export class Tools {
  private readonly tools: ReadonlyMap<string, Tool>;

  constructor(description: ApiDescription) {
    const calls = Object.entries(callTools).flatMap(([name, it]) => {
      const tool = toolOf(it, description, (inputs) => (input, api) => call(it.operation, inputs, input, api));
      return tool ? [[name, tool] as const] : [];
    });
    const compared = toolOf(whatIf, description, (inputs) => (input, api) => compare(inputs, input, api));
    this.tools = new Map([
      ...calls,
      ...(compared ? [['what_if', compared] as const] : []),
      ['list_related', relatedTool(description.relatedLists())],
      ['ask', questionTool],
      ['data_quality', qualityTool],
    ]);
  }

  list(): ToolDescription[] {
    return [...this.tools].map(([name, { title, description, properties, required }]) => {
      const schema = { type: 'object' as const, properties: { ...properties, cursor }, required };
      return { name, title, description, inputSchema: { ...schema, additionalProperties: false }, annotations };
    });
  }

  /** @throws AppError */
  async run(name: string, input: JsonObject, api: CallApi): Promise<JsonObject> {
    const tool = this.tools.get(name);
    if (!tool)
      throw new NotFoundError('tool', `there is no tool ${name}; there is ${[...this.tools.keys()].join(', ')}`);
    for (const given of Object.keys(input))
      if (!Object.hasOwn(tool.properties, given))
        throw wrong('filter.unknown_parameter', given, `the tool takes ${Object.keys(tool.properties).join(', ')}`);
    for (const needed of tool.required)
      if (input[needed] === undefined) throw wrong('query.missing_parameter', needed, 'is required');
    return tool.run(input, api);
  }
}

type Run = Tool['run'];

function toolOf(
  { title, description, operation, parameters }: CallTool,
  api: ApiDescription,
  runWith: (inputs: readonly OperationInput[]) => Run,
): Tool | undefined {
  const inputs = api.inputsOf(operation)?.filter(({ name }) => parameters.includes(name));
  if (!inputs) return undefined;
  const properties = Object.fromEntries(inputs.map(({ name, schema }) => [name, schema]));
  const required = inputs.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return { title, description, properties, required, run: runWith(inputs) };
}

function call(
  operation: string,
  inputs: readonly OperationInput[],
  input: JsonObject,
  api: CallApi,
): Promise<JsonObject> {
  const [method = '', path = ''] = operation.split(' ');
  const given = inputs.filter(({ name }) => input[name] !== undefined && input[name] !== null);
  const target = given
    .filter(({ place }) => place === 'path')
    .reduce((text, { name }) => text.replace(`{${name}}`, encodeURIComponent(textOf(name, input[name]))), path);
  const query = queryOf(given.filter(({ place }) => place === 'query').map(({ name }) => [name, input[name]]));
  if (method === 'GET') return api('GET', target + query);
  const body = Object.fromEntries(given.filter(({ place }) => place === 'body').map(({ name }) => [name, input[name]]));
  return api('POST', target + query, JSON.stringify(body));
}

/** A list repeats its parameter. */
function queryOf(given: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of given)
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, textOf(name, one));
  return query.size > 0 ? `?${query.toString()}` : '';
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw wrong('query.invalid_value', name, 'takes a text, a number, a truth value, or a list of them');
}

const exclusion = /^exclude_/;

async function compare(inputs: readonly OperationInput[], input: JsonObject, api: CallApi): Promise<JsonObject> {
  if (!Object.keys(input).some((name) => exclusion.test(name)))
    throw wrong('query.missing_parameter', 'exclude_edge', 'or exclude_node or exclude_where is required');
  const kept = inputs.filter(({ name }) => !exclusion.test(name));
  const before = await call(whatIf.operation, kept, input, api);
  const after = await call(whatIf.operation, inputs, input, api);
  return { before: before['data'], after: after['data'], notes: after['notes'] ?? [] };
}

function relatedTool(lists: ReadonlyMap<string, readonly string[]>): Tool {
  const names = [...lists].map(([type, of]) => `${type}: ${of.join(', ')}`).join('; ');
  return {
    title: 'List related objects',
    description: `Objects that are related to one: its members, memberships, sessions, rights. Lists by type: ${names}.`,
    properties: {
      object_type: {
        type: 'string',
        enum: [...lists.keys()],
        description: 'The kind of the object, as in the path of the API.',
      },
      object_id: { type: 'string', description: 'Object id, from find_objects.' },
      list: { type: 'string', description: 'Name of the list.' },
      skip: { type: 'integer', minimum: 0 },
      limit: { type: 'integer', minimum: 1 },
    },
    required: ['object_type', 'object_id', 'list'],
    run: ({ object_type: type, object_id: id, list, skip, limit }, api) => {
      const known = lists.get(textOf('object_type', type));
      if (!known) throw wrong('query.invalid_value', 'object_type', `takes one of ${[...lists.keys()].join(', ')}`);
      const name = textOf('list', list);
      if (!known.includes(name)) throw wrong('query.invalid_value', 'list', `takes one of ${known.join(', ')}`);
      const query = queryOf(Object.entries({ skip, limit }).filter(([, it]) => it !== undefined));
      return api('GET', `/api/v2/${String(type)}/${encodeURIComponent(textOf('object_id', id))}/${name}${query}`);
    },
  };
}

const qualityTool: Tool = {
  title: 'Judge the data',
  description:
    'How complete and how old the collected data are. Without an environment: all of them with their last collection. Read it before drawing conclusions from absences.',
  properties: { environment_id: { type: 'string', description: 'Object id of a domain or a tenant.' } },
  required: [],
  run: ({ environment_id: id }, api) =>
    id === undefined
      ? api('GET', '/api/v2/environments')
      : api(
          'GET',
          `/api/v2/data-quality-stats${queryOf([
            ['environment_id', id],
            ['limit', 1],
          ])}`,
        ),
};

const questionTool: Tool = {
  title: 'Ask a ready question',
  description:
    'Asks one of the ready questions of analysts, by its name from the resource graphward://questions. Without a name: lists them.',
  properties: {
    name: { type: 'string', description: 'Name of the question, such as kerberoastable-to-tier-zero.' },
    object: {
      type: 'string',
      description: 'What the question is about: an object id, or an edge as source,kind,target with object ids.',
    },
    skip: { type: 'integer', minimum: 0 },
    limit: { type: 'integer', minimum: 1 },
  },
  required: [],
  run: async ({ name, object, skip, limit }, api) => {
    const { data } = await api('GET', '/api/v2/questions');
    const questions: readonly unknown[] = Array.isArray(data) ? data : [];
    if (name === undefined) return { data };
    const question = questions.filter(isJsonObject).find((it) => it['name'] === name);
    if (!question)
      throw wrong('query.invalid_value', 'name', 'there is no such question; ask without a name lists them');
    if (question['parameter'] !== null && object === undefined)
      throw wrong(
        'query.missing_parameter',
        'object',
        `the question is about an ${textOf('parameter', question['parameter'])}`,
      );
    const value = object === undefined ? '' : encodeURIComponent(textOf('object', object));
    const target = String(question['call']).replaceAll(/\{(?:object|edge)\}/g, value);
    const more = queryOf(Object.entries({ skip, limit }).filter(([, it]) => it !== undefined));
    const answer = await api(
      'GET',
      more === '' ? target : target + (target.includes('?') ? more.replace('?', '&') : more),
    );
    return { question: question['sentence'], ...answer };
  },
};

function wrong(
  code: 'filter.unknown_parameter' | 'query.missing_parameter' | 'query.invalid_value',
  name: string,
  message: string,
) {
  return InvalidInputError.at(code, name, message);
}
