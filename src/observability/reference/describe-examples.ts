import type { Settings } from '../../base/config/settings.js';
import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';
import { basisNames } from '../../http/notes/graph-notes.js';

/** One call of an operation. */
export interface Example {
  readonly parameters?: JsonObject;
  readonly body?: unknown;
  /** Absent if a success has no JSON. */
  readonly answer?: unknown;
}

/** By operations such as `GET /api/v2/self`. */
export type Examples = Readonly<Record<string, Example>>;

/** All of them by the enterprise edition without COMPAT, and those that another edition or COMPAT has different ones of. */
export type StoredExamples = Readonly<
  Record<'enterprise' | 'community' | 'enterprise bloodhound' | 'community bloodhound', Examples>
>;

/** Of this product, or of the one whose clients COMPAT serves. */
export type ExampleForm = '' | 'bloodhound';

/** The examples of a deployment. Answers of another form do not say on which analysis they stand. */
export function examplesOf(stored: Partial<StoredExamples>, edition: Settings['edition'], form: ExampleForm): Examples {
  const examples = { ...stored.enterprise, ...stored[edition] };
  if (form === '') return examples;
  const bare = Object.entries(examples).map(
    ([name, it]) => [name, { ...it, answer: withoutBasis(it.answer) }] as const,
  );
  return { ...Object.fromEntries(bare), ...stored[`enterprise ${form}`], ...stored[`${edition} ${form}`] };
}

function withoutBasis(answer: unknown): unknown {
  if (!isJsonObject(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !basisNames.includes(name)));
}

/** The stored examples, which are read when they are needed. */
export async function readExamples(): Promise<StoredExamples> {
  const { default: stored }: { default: StoredExamples } = await import('./examples.json', { with: { type: 'json' } });
  return stored;
}

/** Adds the examples to the parameters, the bodies and the answers of their operations. */
export function describeExamples({ paths, ...document }: { paths?: unknown }, examples: Examples): object {
  const described = mapped(paths, (item, path) =>
    mapped(item, (operation, method) => {
      const example = examples[`${method.toUpperCase()} ${path}`];
      return example ? operationWith(operation, example) : operation;
    }),
  );
  return { ...document, paths: described };
}

function operationWith(operation: JsonObject, { parameters = {}, body, answer }: Example): JsonObject {
  const { parameters: described, requestBody, responses } = operation;
  return {
    ...operation,
    ...(Array.isArray(described) && { parameters: described.map((it: unknown) => parameterWith(it, parameters)) }),
    ...(requestBody !== undefined && { requestBody: withExample(requestBody, body) }),
    responses: mapped(responses, (it, status) => (status.startsWith('2') ? withExample(it, answer) : it)),
  };
}

function parameterWith(parameter: unknown, values: JsonObject): unknown {
  if (!isJsonObject(parameter)) return parameter;
  const name = String(parameter['name']);
  return Object.hasOwn(values, name) ? { ...parameter, example: values[name] } : parameter;
}

/** @param described a body or an answer. Files have no example. */
function withExample(described: unknown, example: unknown): unknown {
  if (example === undefined || !isJsonObject(described) || !isJsonObject(described['content'])) return described;
  const content = mapped(described['content'], (media, type) =>
    /^(application\/json|multipart\/form-data)$/.test(type) ? { ...media, example } : media,
  );
  return { ...described, content };
}

function mapped(object: unknown, change: (value: JsonObject, name: string) => unknown): JsonObject {
  const entries = Object.entries(isJsonObject(object) ? object : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, isJsonObject(value) ? change(value, name) : value]));
}
