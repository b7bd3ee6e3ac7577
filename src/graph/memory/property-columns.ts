import type { Numbering } from '../../base/values/numbering.js';
import type { CopiedRow } from './copy-out.js';
import { sharedColumn } from './growing-columns.js';

/**
 * Properties that questions ask of many nodes, in memory that threads share: 22 bytes a node. A value that is no boolean, no whole number of
 * seconds or no text is not kept: then the database has to be asked.
 */
const flags =
  `enabled hasspn dontreqpreauth pwdneverexpires passwordnotreqd sensitive admincount unconstraineddelegation trustedtoauth
  haslaps isdc`.split(/\s+/);
const times = ['lastlogon', 'lastlogontimestamp', 'pwdlastset', 'whencreated'] as const;
const text = 'operatingsystem';

/** By slot. */
export type PropertyColumns = Readonly<Record<(typeof times)[number], Int32Array>> & {
  /** Two bits for each flag: {@link flagValues}. */
  readonly flags: Uint32Array;
  /** From 1, the number of a text. */
  readonly operatingsystem: Uint16Array;
};

/** Undefined: a value that is not kept. Null: none. */
export type KeptValue = boolean | number | string | null | undefined;

const flagValues: readonly KeptValue[] = [null, false, true, undefined];

/** Numbers that stand for no time, and for one that is not kept. */
const [noTime, otherTime] = [-(2 ** 31), -(2 ** 31) + 1];
const otherText = 0xffff;

export const keptProperties = [...flags, ...times, text] as const;

/** SQL: one column of `node` for each property. */
export const propertyFields = keptProperties.map((name) => `props -> '${name}'`).join(', ');

/** The values of a row, in the order of {@link PropertyColumns}. */
export type PropertyCodes = readonly [flags: number, times: readonly number[], text: number];

export function emptyProperties(slots: number): PropertyColumns {
  const seconds = () => sharedColumn(Int32Array, slots);
  return {
    flags: sharedColumn(Uint32Array, slots),
    lastlogon: seconds(),
    lastlogontimestamp: seconds(),
    pwdlastset: seconds(),
    whencreated: seconds(),
    operatingsystem: sharedColumn(Uint16Array, slots),
  };
}

export function setProperties(columns: PropertyColumns, slot: number, [bits, seconds, number]: PropertyCodes): void {
  columns.flags[slot] = bits;
  for (const [index, name] of times.entries()) columns[name][slot] = seconds[index]!;
  columns.operatingsystem[slot] = number;
}

/** Reads {@link propertyFields}. @param first of these fields in the row */
export function propertyCodes(row: CopiedRow, first: number, texts: Numbering<string>): PropertyCodes {
  let bits = 0;
  for (let index = 0; index < flags.length; index++) bits |= flagCode(row, first + index) << (2 * index);
  const firstTime = first + flags.length;
  return [
    bits >>> 0,
    times.map((_, index) => timeCode(row, firstTime + index)),
    textCode(row, firstTime + times.length, texts),
  ];
}

/** @returns null if the property is not kept at all */
export function keptProperty(
  name: string,
  texts: readonly string[],
): ((columns: PropertyColumns, slot: number) => KeptValue) | null {
  const shift = 2 * flags.indexOf(name);
  if (shift >= 0) return (columns, slot) => flagValues[(columns.flags[slot]! >>> shift) & 3];
  const time = times.find((it) => it === name);
  if (time)
    return (columns, slot) => {
      const code = columns[time][slot]!;
      return code > otherTime ? code : code === noTime ? null : undefined;
    };
  if (name !== text) return null;
  return (columns, slot) => {
    const code = columns.operatingsystem[slot]!;
    return code === 0 ? null : code === otherText ? undefined : texts[code - 1];
  };
}

/** Offset of the first character of a field of type jsonb, behind the version of the format. */
const jsonFrom = 1;

/** The first letter tells the literals of JSON from each other and from other values; they are in the order of {@link flagValues}. */
function flagCode({ bytes, at, length }: CopiedRow, field: number): number {
  if (length[field]! < 0) return 0;
  const code = 'nft'.indexOf(String.fromCodePoint(bytes[at[field]! + jsonFrom]!));
  return code < 0 ? flagValues.indexOf(undefined) : code;
}

function timeCode({ bytes, at, length }: CopiedRow, field: number): number {
  if (length[field]! < 0) return noTime;
  const json = bytes.toString('latin1', at[field]! + jsonFrom, at[field]! + length[field]!);
  const seconds = Number(json);
  if (json === 'null') return noTime;
  return Number.isInteger(seconds) && seconds > otherTime && seconds < 2 ** 31 ? seconds : otherTime;
}

function textCode({ bytes, at, length }: CopiedRow, field: number, texts: Numbering<string>): number {
  if (length[field]! < 0) return 0;
  const value: unknown = JSON.parse(bytes.toString('utf8', at[field]! + jsonFrom, at[field]! + length[field]!));
  if (value === null) return 0;
  if (typeof value !== 'string' || (texts.values.length >= otherText - 1 && !texts.has(value))) return otherText;
  return texts.of(value) + 1;
}
