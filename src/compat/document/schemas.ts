import { asObject, deletion, type ItemForm, nullableText, time } from '../wire/schemas.js';
import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';

const prefix = '#/components/schemas/';

/** The schemas of what `withoutValidWrappers` makes of a value. */
const unwrapped: Readonly<Record<string, JsonObject>> = {
  NullTimeDto: time,
  NullInt32Dto: { type: ['integer', 'null'], format: 'int32' },
  NullBoolDto: { type: ['boolean', 'null'] },
  NullStringDto: nullableText,
};

export function mapMembers(object: JsonObject, change: (value: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

/** The schemas of a document and of converted answers. */
export class CompatSchemas {
  private readonly added: Record<string, JsonObject> = {};
  /** The name of a schema of ours without wrappers, by its name with them. */
  private readonly plainNames = new Map<string, string>();

  constructor(private readonly ours: JsonObject) {}

  get all(): JsonObject {
    return { ...this.ours, ...this.added };
  }

  /** The schema of a value after `withoutValidWrappers`. */
  plain(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((it) => this.plain(it));
    if (!isJsonObject(schema)) return schema;
    const { $ref, allOf, ...more } = schema;
    const name = nameOf($ref) ?? (Array.isArray(allOf) ? nameOf(asObject(allOf[0])['$ref']) : undefined);
    if (name !== undefined && Object.hasOwn(unwrapped, name)) return { ...more, ...unwrapped[name] };
    if (typeof $ref === 'string' && name !== undefined) return { ...more, $ref: prefix + this.plainName(name) };
    return mapMembers(schema, (it, member) => (member === 'properties' ? this.plainProperties(it) : this.plain(it)));
  }

  /** The schema of a value after `withoutValidWrappers` and the conversion of an item. */
  item(schema: unknown, form: ItemForm): unknown {
    const plain = asObject(this.plain(schema));
    const resolved = this.resolved(plain);
    if (!isJsonObject(resolved['properties'])) return plain;
    const isOptional = optionalOf(resolved);
    const properties = form(resolved['properties'], (it) => asObject(this.resolved(asObject(it))['properties']));
    const required = Object.keys(properties).filter((it) => !isOptional.has(it));
    const made = { ...resolved, required, properties };
    const name = nameOf(asObject(schema)['$ref']);
    return name === undefined ? made : { $ref: prefix + this.nameFor(name, made) };
  }

  resolved(schema: JsonObject): JsonObject {
    const name = nameOf(schema['$ref']);
    return name === undefined ? schema : asObject(this.all[name]);
  }

  private plainProperties(properties: unknown): JsonObject {
    return mapMembers(asObject(properties), (it, name) => (name === 'deleted_at' ? deletion : this.plain(it)));
  }

  private plainName(name: string): string {
    const known = this.plainNames.get(name);
    if (known !== undefined) return known;
    const made = this.nameFor(name, asObject(this.plain(this.ours[name])));
    this.plainNames.set(name, made);
    return made;
  }

  /** @returns the name of a schema that equals the made one, which is added unless there is one */
  private nameFor(name: string, made: JsonObject): string {
    if (isEqual(this.ours[name], made)) return name;
    for (let number = 1; ; number++) {
      const free = `Compat${name}${number === 1 ? '' : number}`;
      if (this.added[free] && !isEqual(this.added[free], made)) continue;
      this.added[free] = made;
      return free;
    }
  }
}

function nameOf(ref: unknown): string | undefined {
  return typeof ref === 'string' ? ref.slice(prefix.length) : undefined;
}

function optionalOf({ properties, required }: JsonObject): ReadonlySet<string> {
  const always = new Set<unknown>(Array.isArray(required) ? required : []);
  return new Set(Object.keys(asObject(properties)).filter((it) => !always.has(it)));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
