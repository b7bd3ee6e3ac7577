import type { OpenApi } from '../support/openapi.js';

/** A call of a document by the functions of scripts/graphward.sh. `…` stands for omitted text. */
export interface Example {
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
  /** The name of the file that it sends. */
  readonly file: string | undefined;
  /** The shown part of the answer. */
  readonly answer: string;
}

const call = /^gw_(?:bearer|signed) ([A-Z]+) (?:'([^']*)'|(\S+))(?: +'([^']*)'| @(.*))?(?: > .*)?(?:\n|$)([^]*)$/;

export function examplesOf(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```console\n(.*?)^```$/gms)].map(([, text = '']) => text);
  const commands = blocks.flatMap((block) => block.split(/^\$ /m).map((it) => it.replaceAll(/ *\\\n */g, ' ')));
  return commands.flatMap((command) => {
    const [, method, quoted, bare = '', body, file, answer = ''] = call.exec(command) ?? [];
    return method === undefined ? [] : [{ method, target: quoted ?? bare, body, file, answer }];
  });
}

/** Returns the names of an answer that the document of its operation does not have. Files have names that it does not describe. */
export function unknownNames({ method, target, answer }: Example, document: OpenApi): string[] {
  const [path = ''] = target.split('?', 1);
  const operation = method.toLowerCase();
  // A path without parameters comes first: `jobs/finished` before `jobs/{job_id}`.
  const [, item] =
    Object.entries(document.paths)
      .toSorted(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
      .find(([pattern, it]) => operation in it && patternOf(pattern).test(path)) ?? [];
  if (item?.[operation]?.responses['200']?.content?.['application/octet-stream']) return [];
  const names = { known: new Set<string>(), free: new Set<string>() };
  collect(item?.[operation]?.responses, document, names, new Set());
  const free = new RegExp(`"(?:${[...names.free].join('|')})":\\{[^{}]*\\}`, 'g');
  const shown = answer.replaceAll(free, '').matchAll(/"([a-z]\w*)":/gi);
  return [...new Set([...shown].map(([, name = '']) => name))].filter((name) => !names.known.has(name));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/** @param names receives the properties of a schema, and those that are objects of any names */
function collect(
  part: unknown,
  document: OpenApi,
  names: { readonly known: Set<string>; readonly free: Set<string> },
  seen: Set<unknown>,
): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  for (const [key, value] of Object.entries(part)) {
    // Beside a schema it is an answer; within one it shows names that the schema does not have.
    if (key === 'example' && 'schema' in part) continue;
    if (key === '$ref') collect(document.components.schemas[String(value).split('/').at(-1)!], document, names, seen);
    if (key === 'properties') {
      for (const [name, schema] of Object.entries<unknown>(value)) {
        names.known.add(name);
        if (isFree(schema)) names.free.add(name);
      }
    }
    collect(value, document, names, seen);
  }
}

function isFree(schema: unknown): boolean {
  const isObject = typeof schema === 'object' && schema !== null;
  return isObject && 'additionalProperties' in schema && schema.additionalProperties !== false;
}
