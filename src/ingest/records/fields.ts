import { maxObjectidLength } from '../../graph/records.js';
import { isList, isObject, type JsonObject, type JsonValue } from './json-value.js';
import { identifierOf, isTooLong, storable } from './identifier.js';

/** Takes the faults of one record: the field (`Members[3].ObjectIdentifier`) and what is wrong with it. */
export type FaultSink = (field: string, reason: string) => void;

/**
 * The fields of one object of a record, read with tolerance: keys are matched ignoring case; absent, null and empty are the same;
 * a value of the wrong type is a fault of that field and counts as absent.
 */
export class Fields {
  private parent: Fields | null = null;
  /** Its place in the parent, and in a list there: put together only where something is at fault. */
  private key = '';
  private index = -1;

  constructor(
    private readonly values: JsonObject,
    private readonly report: FaultSink,
    private readonly faults = { count: 0 },
  ) {}

  /** How often a fault of the record was reported so far, here or in any other part of it. */
  get faultCount(): number {
    return this.faults.count;
  }

  /** The value as it is, null where there is none. */
  value(key: string): JsonValue {
    if (Object.hasOwn(this.values, key)) {
      return this.values[key] ?? null;
    }
    const lower = key.toLowerCase();
    const actual = Object.keys(this.values).find((name) => name.length === key.length && name.toLowerCase() === lower);
    return actual === undefined ? null : (this.values[actual] ?? null);
  }

  /** A text that is not empty. */
  text(key: string): string | null {
    const value = this.value(key);
    if (value === null || value === '') {
      return null;
    }
    return typeof value === 'string' ? storable(value) : this.wrong(key, 'a text');
  }

  /** The identity of a node, upper-cased. */
  id(key: string): string | null {
    return this.identifier(key, this.text(key) ?? '');
  }

  /** True or false, null where the record does not say. */
  flag(key: string): boolean | null {
    const value = this.value(key);
    return value === null || typeof value === 'boolean' ? value : this.wrong(key, 'true or false');
  }

  /** A whole number, also written as text. */
  integer(key: string): number | null {
    const value = this.value(key);
    if (value === null || value === '') {
      return null;
    }
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) ? number : this.wrong(key, 'a whole number');
  }

  object(key: string): Fields | null {
    const value = this.value(key);
    if (value === null) {
      return null;
    }
    return isObject(value) ? this.inside(value, key) : this.wrong(key, 'an object');
  }

  /** The objects of a list. */
  list(key: string): Fields[] {
    return [...this.each(key)];
  }

  /** The objects of a list one after the other, for lists that are long. */
  *each(key: string): Generator<Fields> {
    const elements = this.elements(key);
    for (let index = 0; index < elements.length; index++) {
      const element = elements[index] ?? null;
      if (isObject(element)) {
        yield this.inside(element, key, index);
      } else {
        this.wrong(`${key}[${index}]`, 'an object');
      }
    }
  }

  /** The texts of a list, empty ones left out. */
  texts(key: string): string[] {
    return this.elements(key).flatMap((element, index) => this.element(key, index, element) ?? []);
  }

  /** The identities in a list, upper-cased; blank ones are left out. */
  ids(key: string): string[] {
    return this.elements(key).flatMap((element, index) => {
      const text = this.element(key, index, element);
      return this.identifier(`${key}[${index}]`, text ?? '') ?? [];
    });
  }

  /** The values of an object used as a map. */
  entries(key: string): Fields[] {
    const map = this.value(key);
    if (!isObject(map)) {
      return map === null ? [] : (this.wrong(key, 'an object') ?? []);
    }
    const fields = this.inside(map, key);
    return Object.keys(map).flatMap((name) => fields.object(name) ?? []);
  }

  fault(key: string, reason: string): void {
    this.faults.count++;
    this.report(this.at(key), reason);
  }

  private elements(key: string): readonly JsonValue[] {
    const value = this.value(key);
    if (value === null) {
      return [];
    }
    return isList(value) ? value : (this.wrong(key, 'a list') ?? []);
  }

  private element(key: string, index: number, value: JsonValue): string | null {
    if (value === '') {
      return null;
    }
    return typeof value === 'string' ? storable(value) : this.wrong(`${key}[${index}]`, 'a text');
  }

  private identifier(key: string, text: string): string | null {
    const identifier = identifierOf(text);
    if (identifier !== null && isTooLong(identifier)) {
      this.fault(key, `is longer than ${maxObjectidLength} characters`);
      return null;
    }
    return identifier;
  }

  private inside(value: JsonObject, key: string, index = -1): Fields {
    const fields = new Fields(value, this.report, this.faults);
    fields.parent = this;
    fields.key = key;
    fields.index = index;
    return fields;
  }

  private at(key: string): string {
    const place = this.place();
    return place ? `${place}.${key}` : key;
  }

  private place(): string {
    return this.parent ? this.parent.at(this.index === -1 ? this.key : `${this.key}[${this.index}]`) : '';
  }

  private wrong(key: string, expected: string): null {
    this.fault(key, `expected ${expected}`);
    return null;
  }
}
