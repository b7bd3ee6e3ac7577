import { AZURE } from './reading/envelope.js';
import { type JsonValue, isObject } from './records/json-value.js';
import { Fields } from './records/fields.js';

/**
 * The supported versions. SharpHound 1.x writes 5 and 2.x writes 6. AzureHound writes 5 to files, and 0 if it sends its
 * records itself.
 */
const versions = { sharphound: { from: 5, to: 6 }, azurehound: { from: 0, to: 5 } } as const;

/** Finds faults in the `meta` of a file that do not prevent reading its records. */
export function oddMeta(value: JsonValue): { field: string; reason: string }[] {
  const odd: { field: string; reason: string }[] = [];
  if (!isObject(value)) return odd;
  const meta = new Fields(value, (field, reason) => odd.push({ field: `meta.${field}`, reason }));
  const [version] = [meta.integer('version'), meta.integer('methods'), meta.integer('count')];
  const { from, to } = meta.text('type')?.toLowerCase() === AZURE ? versions.azurehound : versions.sharphound;
  if (version !== null && (version < from || version > to)) {
    const reason = `is ${version}, which is not known; the records were read as those of version ${version < from ? from : to}`;
    odd.push({ field: 'meta.version', reason });
  }
  return odd;
}
