import type { Operations } from './schema.js';

/** One call of the API. */
export interface Call<Answer> {
  readonly method: string;
  /** Path and query, such as `/api/v2/search?query=bjorn`. */
  readonly target: string;
  readonly body?: unknown;
  /** Carries the type; it has no value. */
  readonly answer?: Answer;
}

export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
type QueryValue = string | number | boolean | undefined;

type Operation = keyof Operations;
export type AnswerOf<O extends Operation> = Operations[O]['answer'];
type Part<Name extends string, Value> = {} extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };
type Input<O extends Operation> = Part<'path', Operations[O]['path']> &
  Part<'query', Operations[O]['query']> &
  (Operations[O]['body'] extends undefined ? {} : { body: Operations[O]['body'] });

/** Describes a call of an operation of the document, such as `call('GET /api/v2/search', { query: { query: 'bjorn' } })`. */
export function call<O extends Operation>(
  operation: O,
  ...[input]: {} extends Input<O> ? [Input<O>?] : [Input<O>]
): Call<AnswerOf<O>> {
  return formCall(operation, input);
}

interface Inputs {
  readonly path?: Query;
  readonly query?: Query;
  readonly body?: unknown;
}

/** As {@link call}, with values that people have entered. The service checks them and names each fault. */
export function formCall<O extends Operation>(
  operation: O,
  { path = {}, query = {}, body }: Inputs = {},
): Call<AnswerOf<O>> {
  const [method = '', template = ''] = operation.split(' ');
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  return { method, target: withQuery(filled, query), ...(body !== undefined && { body }) };
}

export type RowsAnswer = AnswerOf<'GET /api/v2/base/{object_id}/controllers'>;
export type PanelAnswer = AnswerOf<'GET /api/v2/base/{object_id}'>;

/** Describes a call of a path that an answer of the service contains (`href`). All panels and lists of entities have the same form. */
export function callTo<Answer>(path: string, query: Query = {}): Call<Answer> {
  return { method: 'GET', target: withQuery(path, query) };
}

/** Adds the values that are not undefined. A path may have a query already. */
export function withQuery(path: string, query: Query): string {
  const [bare = '', former = ''] = path.split('?');
  const parameters = new URLSearchParams(former);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one));
  const text = parameters.toString();
  return text === '' ? bare : `${bare}?${text}`;
}

/** The call as a line for a shell. */
export function curlLine({ method, target, body }: Call<unknown>, origin: string): string {
  const parts = ['curl -s -H "Authorization: Bearer $GRAPHWARD_TOKEN"'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`);
  return [...parts, quoted(origin + target)].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
