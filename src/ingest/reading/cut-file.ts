import { isObject, type JsonValue } from '../records/json-value.js';
import { scanJson } from './json-scan.js';
import { beginsAsAzureHound } from './last-meta.js';
import { parseValue } from './parse-value.js';
import type { PayloadSource } from './payload-source.js';
import type { ReadLimits } from './read-limits.js';

/** The assumed type of the records of a file without `meta`. */
interface AssumedType {
  readonly type: string;
  /** For a fault: `its records are read as users, because ...` */
  readonly reason: string;
}

/** Fields that only records of one type have. The first match counts. */
const typicalFields: readonly (readonly [field: string, type: string])[] = [
  ['Trusts', 'domains'],
  ['Sessions', 'computers'],
  ['LocalGroups', 'computers'],
  ['Members', 'groups'],
  ['SPNTargets', 'users'],
  ['UserSID', 'sessions'],
  ['EnabledCertTemplates', 'enterprisecas'],
  ['GroupLink', 'issuancepolicies'],
  ['Links', 'ous'],
  ['ChildObjects', 'containers'],
];

/** File names of SharpHound, `20260101120000_users.json`, also in a ZIP and with gzip. */
const nameOfType =
  /(?:^|[^a-z])(aiacas|certtemplates|computers|containers|domains|enterprisecas|gpos|groups|issuancepolicies|ntauthstores|ous|rootcas|sessions|users)\.json(?:\.gz)?(?:#\d+)?$/i;

/**
 * The type of the records of a file that is cut before its `meta`; null if neither its first record nor its name shows it. If the first
 * record is cut, too, only the name counts.
 */
export async function typeOfCut(
  source: PayloadSource,
  azureType: string,
  limits: ReadLimits,
): Promise<AssumedType | null> {
  if (await beginsAsAzureHound(source)) return assumed(azureType, 'they name their kind');
  const record = await firstRecord(source, limits);
  const named = nameOfType.exec(source.name)?.[1]?.toLowerCase();
  const byName = named === undefined ? null : assumed(named, 'the file is named so');
  if (record === undefined) return byName;
  if (!isObject(record)) return null;
  const fields = new Set(Object.keys(record).map((key) => key.toLowerCase()));
  const known = typicalFields.find(([field]) => fields.has(field.toLowerCase()));
  if (known) return assumed(known[1], `the first has "${known[0]}"`);
  return fields.has('objectidentifier') ? byName : null;
}

function assumed(type: string, because: string): AssumedType {
  return { type, reason: `"meta", which comes last, is missing; its records are read as ${type}, because ${because}` };
}

/** Undefined if the file breaks before the end of its first record. */
async function firstRecord(source: PayloadSource, limits: ReadLimits): Promise<JsonValue | undefined> {
  try {
    for await (const piece of scanJson(source.open(), { lists: ['data'], values: [] }, limits.maxRecordBytes)) {
      const parsed = piece.piece === 'value' ? parseValue(piece.raw, limits) : undefined;
      if (parsed && parsed.fault === undefined) return parsed.value;
    }
  } catch {
    // The error of the file was reported before.
  }
  return undefined;
}
