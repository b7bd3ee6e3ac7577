import { maxObjectidLength } from '../../graph/records.js';
import { isList, isObject, type JsonObject, type JsonValue } from './json-value.js';
import { identifierOf, isTooLong } from './identifier.js';

/** Receives the faults of one record, with the field (`Members[3].ObjectIdentifier`). */
export type FaultSink = (field: string, reason: string) => void;

/** Of one record. */
interface RecordFaults {
  count: number;
  /** The lists with a fault about elements without an id. */
  lists: Set<string> | null;
}

/**
 * The fields of one object of a record. Keys ignore case, the exact one first. Missing, null and empty values are the same. A value of the wrong type is
 * a fault of its field and counts as missing.
 */
export class Fields {
  private parent: Fields | null = null;
  /** The key and the index in the parent. The whole place is only built for a fault. */
  private key = '';
  private index = -1;
  /** Shared by all elements of the lists of this object. */
  private element: Fields | null = null;

  constructor(
    private contents: JsonObject,
    private readonly report: FaultSink,
    private readonly faults: RecordFaults = { count: 0, lists: null },
  ) {}

  /** Number of faults of the whole record so far. */
  get faultCount(): number {
    return this.faults.count;
  }

  /** The raw value; null if missing. */
  value(key: string): JsonValue {
    const value = this.contents[key];
    // Objects inherit no text, flag or null, so only other values need a closer look.
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (value !== undefined && Object.hasOwn(this.contents, key)) return value;
    const lower = key.toLowerCase();
    for (const name in this.contents)
      if (name.length === key.length && name.toLowerCase() === lower) return this.contents[name] ?? null;
    return null;
  }

  /**
   * Reads a field of a description, which may take a value back.
   * @returns null if it is there without a value; undefined if it is missing or wrong
   */
  given<T>(key: string, read: (key: string) => T): T | null | undefined {
    if (!this.has(key)) return undefined;
    if (this.value(key) === null) return null;
    const faults = this.faults.count;
    const value = read(key);
    return this.faults.count > faults ? undefined : value;
  }

  /** A non-empty text. */
  text(key: string): string | null {
    const value = this.value(key);
    return value === null ? null : this.asText(key, value);
  }

  /** The id of a node, in upper case. */
  id(key: string): string | null {
    return this.limited(key, identifierOf(this.text(key) ?? ''));
  }

  /** As {@link id}. An element of a list must have one. */
  idOfPart(key: string): string | null {
    const faults = this.faultCount;
    const id = this.id(key);
    if (id === null && this.index !== -1 && this.faultCount === faults) this.missing(key);
    return id;
  }

  /** Reports that an element of a list lacks an id, once for each list: it may have half a million. */
  missing(key: string): void {
    const list = this.parent?.at(this.key) ?? '';
    this.faults.lists ??= new Set();
    if (this.faults.lists.has(list)) this.faults.count++;
    else this.fault(key, 'is missing or empty; what has no id in this list is left out');
    this.faults.lists.add(list);
  }

  /** The id of a node, as it is written. */
  writtenId(key: string): string | null {
    const text = this.text(key);
    return this.limited(key, text?.trim() ? text : null);
  }

  /** True, false, or null if missing. */
  flag(key: string): boolean | null {
    const value = this.value(key);
    return value === null || typeof value === 'boolean' ? value : this.wrong(key, 'true or false');
  }

  /** A whole number, or a text with one. */
  integer(key: string): number | null {
    const value = this.value(key);
    if (value === null || value === '') return null;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) ? number : this.wrong(key, 'a whole number');
  }

  object(key: string): Fields | null {
    const value = this.value(key);
    if (value === null) return null;
    return isObject(value) ? this.inside(value, key) : this.wrong(key, 'an object');
  }

  /** The answer to a query of the collector; null if it is missing or was not collected. */
  answer(key: string): Fields | null {
    const answer = this.object(key);
    return answer?.flag('Collected') ? answer : null;
  }

  /**
   * Calls `visit` with one object of a list after another.
   * @param visit gets the same fields for each element, so it must not keep them
   * @returns whether there is a list
   */
  each(key: string, visit: (element: Fields) => void): boolean {
    const elements = this.checkedElements(key);
    const fields = (this.element ??= new Fields({}, this.report, this.faults));
    fields.parent = this;
    fields.key = key;
    for (let index = 0; index < elements.length; index++) {
      const element = elements[index] ?? null;
      if (!isObject(element)) continue;
      fields.contents = element;
      fields.index = index;
      visit(fields);
    }
    return isList(this.value(key));
  }

  /** The objects of a list. */
  list(key: string): Fields[] {
    return this.checkedElements(key).flatMap((element, index) =>
      isObject(element) ? this.inside(element, key, index) : [],
    );
  }

  /** The non-empty texts of a list. */
  texts(key: string): string[] {
    return this.elements(key).flatMap((element, index) => this.asText(`${key}[${index}]`, element) ?? []);
  }

  /** The ids of nodes in a list, in upper case, without blank ones. */
  ids(key: string): string[] {
    return this.elements(key).flatMap((element, index) => {
      const place = `${key}[${index}]`;
      return this.limited(place, identifierOf(this.asText(place, element) ?? '')) ?? [];
    });
  }

  /** The values of an object, as they are written; none if it is missing. */
  values(key: string): JsonObject {
    const value = this.value(key);
    if (isObject(value)) return value;
    if (value !== null) this.wrong(key, 'an object');
    return {};
  }

  /** The objects in an object that is used as a map. */
  entries(key: string): Fields[] {
    const map = this.values(key);
    const fields = this.inside(map, key);
    return Object.keys(map).flatMap((name) => fields.object(name) ?? []);
  }

  /** The same fields, whose faults are counted but not reported. */
  withoutReports(): Fields {
    return new Fields(this.contents, () => {});
  }

  /** @returns null: the field counts as missing */
  fault(key: string, reason: string): null {
    this.faults.count++;
    this.report(this.at(key), reason);
    return null;
  }

  private has(key: string): boolean {
    const lower = key.toLowerCase();
    return Object.hasOwn(this.contents, key) || Object.keys(this.contents).some((name) => name.toLowerCase() === lower);
  }

  private elements(key: string): readonly JsonValue[] {
    const value = this.value(key);
    if (value === null) return [];
    return isList(value) ? value : (this.wrong(key, 'a list') ?? []);
  }

  /** The elements of a list, with a fault for each that is no object. */
  private checkedElements(key: string): readonly JsonValue[] {
    const elements = this.elements(key);
    for (let index = 0; index < elements.length; index++)
      if (!isObject(elements[index] ?? null)) this.wrong(`${key}[${index}]`, 'an object');
    return elements;
  }

  private asText(key: string, value: JsonValue): string | null {
    if (value === '') return null;
    return typeof value === 'string' ? value : this.wrong(key, 'a text');
  }

  private limited(key: string, identifier: string | null): string | null {
    if (identifier === null || !isTooLong(identifier)) return identifier;
    return this.fault(key, `is longer than ${maxObjectidLength} characters`);
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
    return this.fault(key, `expected ${expected}`);
  }
}
