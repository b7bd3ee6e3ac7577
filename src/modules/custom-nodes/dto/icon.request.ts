import type { Fault } from '../../../base/errors.js';
import type { Icon } from '../custom-node.js';
import { readObject } from './read-object.js';

const word = { pattern: /^[a-z0-9-]{1,64}$/, allowed: 'a text of 1 to 64 characters out of a-z, 0-9 and -' };
const rules = {
  type: word,
  name: word,
  color: { pattern: /^#([0-9a-f]{3}|[0-9a-f]{6})$/i, allowed: '#RGB or #RRGGBB in hex digits' },
} as const;

const defaultColor = '#FFFFFF';

export const iconSchema = {
  type: 'object' as const,
  additionalProperties: false,
  required: ['type', 'name'],
  properties: {
    type: {
      type: 'string' as const,
      pattern: '^[a-z0-9-]{1,64}$',
      example: 'font-awesome',
      description: 'Names the icon set.',
    },
    name: { type: 'string' as const, pattern: '^[a-z0-9-]{1,64}$', example: 'server' },
    color: {
      type: 'string' as const,
      pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
      default: defaultColor,
      example: '#3366FF',
    },
  },
};

/** Checks an icon and brings its color to the form `#RRGGBB`. Undefined where anything is at fault. */
export function readIcon(value: unknown, context: string, faults: Fault[]): Icon | undefined {
  const icon = readObject(value, context, ['type', 'name', 'color'], faults);
  if (!icon) return undefined;
  const type = readText(icon['type'], 'type', context, faults);
  const name = readText(icon['name'], 'name', context, faults);
  const color = icon['color'] === undefined ? defaultColor : readText(icon['color'], 'color', context, faults);
  return type === undefined || name === undefined || color === undefined
    ? undefined
    : { type, name, color: longColor(color) };
}

function readText(value: unknown, property: keyof typeof rules, parent: string, faults: Fault[]): string | undefined {
  const { pattern, allowed } = rules[property];
  if (typeof value === 'string' && pattern.test(value)) return value;
  const given = value === undefined ? 'is missing' : `${shown(value)} is not valid`;
  faults.push({ context: `${parent}.${property}`, message: `${given}; it takes ${allowed}` });
  return undefined;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function longColor(color: string): string {
  const digits = color.slice(1).toUpperCase();
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}
