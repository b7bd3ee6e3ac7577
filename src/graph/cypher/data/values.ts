/** What an expression of a query can be. Integers have 64 bits; numbers are floats. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly Value[]
  | MapValue
  | NodeValue
  | EdgeValue
  | PathValue
  | TemporalValue;

export type MapValue = ReadonlyMap<string, Value>;

export class NodeValue {
  /** @param node its place in the graph */
  constructor(readonly node: number) {}
}

export class EdgeValue {
  /** @param ordinal tells edges of one kind between the same nodes apart */
  constructor(
    readonly source: number,
    readonly kind: number,
    readonly target: number,
    readonly ordinal: number,
  ) {}

  /** Tells it apart from all others. */
  get key(): string {
    return `e${this.source}.${this.kind}.${this.target}.${this.ordinal}`;
  }

  otherEnd(node: number): number {
    return node === this.source ? this.target : this.source;
  }
}

export class PathValue {
  /** @param edges one less than there are nodes */
  constructor(
    readonly nodes: readonly NodeValue[],
    readonly edges: readonly EdgeValue[],
  ) {}
}

/** A point in time or a duration. */
export abstract class TemporalValue {
  /** As ISO 8601 writes it. */
  abstract get text(): string;
}

export class DateTimeValue extends TemporalValue {
  /** @param ms since 1970 */
  constructor(readonly ms: number) {
    super();
  }

  get text(): string {
    return new Date(this.ms).toISOString().replace('.000', '');
  }
}

const msOfDay = 86_400_000;

/** The beginning of a day in UTC. */
export class DateValue extends DateTimeValue {
  constructor(ms: number) {
    super(Math.floor(ms / msOfDay) * msOfDay);
  }

  override get text(): string {
    return super.text.replace(/T.*/, '');
  }
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function isNumber(value: Value | undefined): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** The name of its type, for errors. */
export function typeName(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'an integer';
  if (typeof value === 'number') return 'a float';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return 'a boolean';
  if (isList(value)) return 'a list';
  if (value instanceof Map) return 'a map';
  if (value instanceof NodeValue) return 'a node';
  if (value instanceof EdgeValue) return 'a relationship';
  if (value instanceof PathValue) return 'a path';
  return value instanceof DateTimeValue ? 'a point in time' : 'a duration';
}

/** A value of JSON. Whole numbers are integers. */
export function fromJson(json: unknown): Value {
  if (json === null || json === undefined) return null;
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (typeof json === 'string' || typeof json === 'boolean' || typeof json === 'bigint') return json;
  if (Array.isArray(json)) return json.map(fromJson);
  if (json instanceof NodeValue || json instanceof TemporalValue) return json;
  return new Map(Object.entries(json).map(([key, value]) => [key, fromJson(value)]));
}
