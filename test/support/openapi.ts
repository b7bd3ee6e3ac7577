import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface SchemaObject {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly SchemaObject[];
}

interface OperationObject {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: SchemaObject }>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
  readonly 'x-other-forms'?: Readonly<Record<string, Content>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** Checks answers of a service against the OpenAPI document that it publishes. */
export class OpenApiJudge {
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: false }));

  constructor(readonly document: OpenApi) {
    this.ajv.addSchema({ $id: 'document', components: closed(document.components) });
  }

  static async of(url: string): Promise<OpenApiJudge> {
    const response = await fetch(`${url}/api/v2/spec`);
    return new OpenApiJudge((await response.json()) as OpenApi);
  }

  /**
   * @param form the part of the request that asks for another form, such as `type=graph`
   * @returns the differences between an answer and the document, an undocumented status among them; empty if there are none
   */
  async faultsOf(method: string, path: string, response: Response, form?: string): Promise<string[]> {
    const answer = this.document.paths[path]?.[method.toLowerCase()]?.responses[response.status];
    if (!answer) return [`${method} ${path} does not document the status ${response.status}`];
    const content = form === undefined ? answer.content : answer['x-other-forms']?.[form];
    const text = await response.clone().text();
    return content?.['application/octet-stream'] && text !== '' ? [] : this.faultsIn(text, content);
  }

  private faultsIn(text: string, content: Content | undefined): string[] {
    const schema = content?.['application/json']?.schema;
    if (!schema) return text === '' ? [] : ['the document tells of no body'];
    return this.misfits(JSON.parse(text), schema);
  }

  /** @returns how a value differs from a schema; empty if it fits */
  misfits(value: unknown, schema: object): string[] {
    const validate = this.compile(schema);
    return validate(value) ? [] : (validate.errors ?? []).map((it) => `${it.instancePath} ${it.message}`);
  }

  /** A schema of several that an object must fit, as one: each of them would refuse the properties of the others. */
  private joined(schema: SchemaObject): object {
    if (!schema.allOf) return schema;
    const parts = schema.allOf.map((it) => this.document.components.schemas[it.$ref?.split('/').at(-1) ?? ''] ?? it);
    return {
      type: 'object',
      required: parts.flatMap(({ required = [] }) => required),
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    };
  }

  /** Refuses undocumented properties. Each schema is compiled once, because most answers share a few. */
  private compile(schema: object): ValidateFunction {
    const text = JSON.stringify(schema);
    const known = this.compiled.get(text);
    if (known) return known;
    const made = this.ajv.compile(inDocument(closed(this.joined(schema))));
    this.compiled.set(text, made);
    return made;
  }
}

/** A schema with the components of the document. */
function inDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;
}

function closed(schema: object): object {
  if (Array.isArray(schema)) return schema.map((it: unknown) => (isObject(it) ? closed(it) : it));
  const entries = Object.entries(schema).map(([name, value]: [string, unknown]) => [
    name,
    isObject(value) ? closed(value) : value,
  ]);
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  // OpenAPI 3.0 states null apart from the schema that it refers to, which excludes null.
  if (copy['nullable'] === true && copy['allOf']) return { anyOf: [{ allOf: copy['allOf'] }, { type: 'null' }] };
  const isClosed = isObject(copy['properties']) && !('additionalProperties' in copy);
  return isClosed ? { ...copy, additionalProperties: false } : copy;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
