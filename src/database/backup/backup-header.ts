export const backupFormat = 'graphward-backup 1';

interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/**
 * The first line of a backup, as JSON. The rows of each table follow in this order, `rows` lines each, in the text format of COPY. The last
 * line is `end`. The file is compressed by gzip, which adds a checksum.
 */
export interface BackupHeader {
  readonly format: typeof backupFormat;
  /** Version of the program that made the backup. */
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Names of the migrations that had run, oldest first. */
  readonly migrations: readonly string[];
  readonly tables: readonly BackedUpTable[];
  /** The next value of each sequence. */
  readonly sequences: readonly { readonly name: string; readonly next: string }[];
}

type Rule = (value: unknown, place: string) => string | undefined;

const text: Rule = (value, place) => (typeof value === 'string' && value !== '' ? undefined : `${place} is no text`);

const wholeNumber: Rule = (value, place) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? undefined : `${place} is no whole number`;

/** As PostgreSQL writes a bigint. */
const bigint: Rule = (value, place) =>
  typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? undefined : `${place} is no number in a text`;

const listOf =
  (rule: Rule): Rule =>
  (value, place) =>
    Array.isArray(value)
      ? firstDefect(value.map((it: unknown, at) => [rule, it, `${place}[${at}]`]))
      : `${place} is no list`;

const objectOf =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (value, place) => {
    if (typeof value !== 'object' || value === null) return `${place || 'it'} is no object`;
    const prefix = place && `${place}.`;
    return firstDefect(Object.entries(rules).map(([name, rule]) => [rule, Reflect.get(value, name), prefix + name]));
  };

const header = objectOf({
  version: text,
  createdAt: text,
  migrations: listOf(text),
  tables: listOf(objectOf({ name: text, columns: listOf(text), rows: wholeNumber })),
  sequences: listOf(objectOf({ name: text, next: bigint })),
});

function firstDefect(parts: readonly (readonly [Rule, unknown, string])[]): string | undefined {
  for (const [rule, value, place] of parts) {
    const defect = rule(value, place);
    if (defect !== undefined) return defect;
  }
  return undefined;
}

/** @returns the header, or its defect; undefined if the line is none */
export function parseHeader(line: string): BackupHeader | string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isOfThisFormat(value)) return undefined;
  return header(value, '') ?? value;
}

/** The rules of {@link header} prove the rest. */
function isOfThisFormat(value: unknown): value is BackupHeader {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === backupFormat;
}
