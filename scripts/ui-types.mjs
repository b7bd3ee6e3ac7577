import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDocument } from './generated-document.mjs';
import { root } from './project.mjs';
import { publishedDocument } from './service-process.mjs';

/**
 * Writes ui/api/schema.ts, the types of the operations that the page calls, from the OpenAPI document of a service that it starts.
 * @returns the exit code
 */
export async function uiTypes(words) {
  await writeDocument('ui/api/schema.ts', typesOf(await publishedDocument(), await calledOperations()), words);
  return 0;
}

/** The operations that the sources of the page name, such as `GET /api/v2/about`, in order. */
export async function calledOperations() {
  const names = await readdir(join(root, 'ui'), { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name) && name !== join('api', 'schema.ts'));
  const sources = await Promise.all(files.map((name) => readFile(join(root, 'ui', name), 'utf8')));
  const called = sources.flatMap(
    (text) => text.match(/(?<=')(GET|POST|PUT|PATCH|DELETE) \/api\/v2\/[^']+(?=')/g) ?? [],
  );
  return [...new Set(called)].toSorted();
}

/**
 * Returns TypeScript: the schemas that the operations refer to, and the interface `Operations`. CSV is left out, else each answer of a
 * list were `| string`.
 * @throws Error if the document lacks an operation
 */
export function typesOf({ paths, components: { schemas } }, operations) {
  const used = new Set();
  const types = typeWriter(used);
  const members = operations.map((operation) => {
    const [method, path] = operation.split(' ');
    const described = paths[path]?.[method.toLowerCase()];
    if (!described) throw new Error(`the page calls ${operation}, which the document does not have`);
    return `${JSON.stringify(operation)}: ${operationType(described, types)};`;
  });
  const interfaces = [];
  // The set grows while it is read.
  for (const name of used) interfaces.push(`export type ${name} = ${types(schemas[name])};`);
  const head =
    '// `node scripts/run.mjs ui-types` writes this file from the OpenAPI document of the service. Do not edit it.';
  return [head, ...interfaces.toSorted(), `export interface Operations {\n${members.join('\n')}\n}\n`].join('\n\n');
}

function operationType({ parameters = [], requestBody, responses }, types) {
  const parts = ['path', 'query'].map((place) => {
    const named = parameters.filter((it) => it.in === place);
    const fields = named.map((it) => `${JSON.stringify(it.name)}${it.required ? '' : '?'}: ${types(it.schema)};`);
    return `${place}: {${fields.join('')}};`;
  });
  const [body = 'undefined'] = Object.values(requestBody?.content ?? {}).map(({ schema }) => types(schema));
  const [answer = 'undefined', ...others] = answersOf(responses).map(types);
  const forms = [...new Set(others)].join(' | ') || 'never';
  return `{${parts.join('')} body: ${body}; answer: ${answer}; forms: ${forms}}`;
}

/** The schemas of the answer of a success, other forms last. */
function answersOf(responses) {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const contents = [success?.content ?? {}, ...Object.values(success?.['x-other-forms'] ?? {})];
  return contents.flatMap(({ 'application/json': json }) => (json ? [json.schema] : []));
}

/** @param used receives the names of schemas that types refer to */
function typeWriter(used) {
  const write = (schema) => {
    const type = bare(schema);
    return schema.nullable === true && type !== 'unknown' ? `(${type} | null)` : type;
  };
  const bare = (schema) => {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1);
      used.add(name);
      return name;
    }
    if (schema.format === 'binary') return 'Blob';
    if (schema.enum) return schema.enum.map((it) => JSON.stringify(it)).join(' | ');
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    const [parts, joint] = schema.allOf ? [schema.allOf, ' & '] : [schema.anyOf ?? schema.oneOf, ' | '];
    if (parts) return `(${[...new Set(parts.map(write))].join(joint)})`;
    return [schema.type]
      .flat()
      .map((type) => ofType(type, schema))
      .join(' | ');
  };
  const ofType = (type, schema) => {
    if (type === 'array') return `readonly (${write(schema.items ?? {})})[]`;
    if (type === 'object' || schema.properties) return objectType(schema);
    if (type === 'integer' || type === 'number') return 'number';
    return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown';
  };
  const objectType = ({ properties, required = [], additionalProperties }) => {
    if (!properties) {
      const isTyped = typeof additionalProperties === 'object';
      return `{ readonly [name: string]: ${isTyped ? write(additionalProperties) : 'unknown'} }`;
    }
    const fields = Object.entries(properties).map(
      ([name, it]) => `readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${write(it)};`,
    );
    return `{${fields.join('')}}`;
  };
  return write;
}
