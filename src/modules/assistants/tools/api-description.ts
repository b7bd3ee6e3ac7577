import { isJsonObject, type JsonObject } from '../../../base/values/json-object.js';

/** One input of an operation. */
export interface OperationInput {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly isRequired: boolean;
  /** JSON schema with the description. */
  readonly schema: JsonObject;
}

/** Levels of references that are followed. */
const mostLevels = 4;

/** The inputs of the API's operations, from its OpenAPI document. */
export class ApiDescription {
  constructor(private readonly document: JsonObject) {}

  /** @param name `GET /api/v2/search` @returns undefined if the edition lacks it */
  inputsOf(name: string): readonly OperationInput[] | undefined {
    const operation = this.operation(name);
    if (!operation) return undefined;
    const parameters: readonly unknown[] = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
    return [...parameters.flatMap((it) => this.parameter(it)), ...this.properties(operation['requestBody'])];
  }

  /** The lists of related objects: `users/{object_id}/memberships` by `users`. */
  relatedLists(): ReadonlyMap<string, readonly string[]> {
    const lists = new Map<string, string[]>();
    for (const [path, item] of Object.entries(object(this.document['paths']))) {
      const [, type, list] = /^\/api\/v2\/([\w-]+)\/\{object_id\}\/([\w-]+)$/.exec(path) ?? [];
      if (type === undefined || list === undefined || !isJsonObject(object(item)['get'])) continue;
      lists.set(type, [...(lists.get(type) ?? []), list]);
    }
    return lists;
  }

  private operation(name: string): JsonObject | undefined {
    const [method = '', path = ''] = name.split(' ');
    const operation = object(object(this.document['paths'])[path])[method.toLowerCase()];
    return isJsonObject(operation) ? operation : undefined;
  }

  private parameter(given: unknown): OperationInput[] {
    const { name, in: place, required, schema, description } = object(this.resolved(given, 0));
    if (typeof name !== 'string' || (place !== 'path' && place !== 'query')) return [];
    const whole = { ...object(this.resolved(schema, 0)), ...(typeof description === 'string' && { description }) };
    return [{ name, place, isRequired: required === true, schema: whole }];
  }

  private properties(body: unknown): OperationInput[] {
    const schema = object(this.resolved(object(object(object(body)['content'])['application/json'])['schema'], 0));
    const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    return Object.entries(object(schema['properties'])).map(([name, it]) => ({
      name,
      place: 'body',
      isRequired: required.includes(name),
      schema: object(it),
    }));
  }

  /** Replaces references, and leaves out members that only describe. */
  private resolved(given: unknown, level: number): unknown {
    if (level > mostLevels) return {};
    if (Array.isArray(given)) return given.map((it) => this.resolved(it, level + 1));
    if (!isJsonObject(given)) return given;
    const { $ref: reference } = given;
    if (typeof reference === 'string') return this.resolved(this.target(reference), level + 1);
    const kept = Object.entries(given).filter(([name]) => name !== 'example' && name !== 'nullable');
    return Object.fromEntries(kept.map(([name, it]) => [name, this.resolved(it, level + 1)]));
  }

  private target(reference: string): unknown {
    return reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((at, name) => object(at)[name], this.document);
  }
}

function object(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
