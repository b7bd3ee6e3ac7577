import type { AdConverter } from './ad-converter.js';
import { sharpHoundTypes } from './sharphound-types.js';

export function converterOf(type: string): AdConverter {
  const converter = sharpHoundTypes.get(type);
  if (!converter) throw new Error(`no converter of ${type}`);
  return converter;
}
