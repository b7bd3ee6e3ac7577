import type { PropertyValue } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { adConverter } from './ad-object.js';

const statusNames = new Map([
  [0, 'enabled'],
  [1, 'user configuration disabled'],
  [2, 'computer configuration disabled'],
  [3, 'disabled'],
]);

export const convertGpo = adConverter({ kind: 'GPO', properties: statusProperties });

function statusProperties(record: Fields): Record<string, PropertyValue | null> {
  const status = record.integer('GPOStatus');
  return status === null ? {} : { gpostatusraw: status, gpostatus: statusNames.get(status) ?? 'unknown' };
}
