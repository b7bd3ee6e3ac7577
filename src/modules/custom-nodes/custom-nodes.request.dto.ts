import { fault, type Fault } from '../../base/errors.js';
import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';

/** The icon with which the nodes of a kind are drawn. */
export interface Icon {
  /** Icon set, such as `font-awesome`. */
  readonly type: string;
  readonly name: string;
  /** `#RRGGBB`, upper case. */
  readonly color: string;
}

export interface CustomNodeDraft {
  readonly kindName: string;
  readonly icon: Icon;
}

const word = { pattern: /^[a-z0-9-]{1,64}$/, allowed: 'a text of 1 to 64 characters out of a-z, 0-9 and -' };
const rules = {
  type: word,
  name: word,
  color: { pattern: /^#([0-9a-f]{3}|[0-9a-f]{6})$/i, allowed: '#RGB or #RRGGBB in hex digits' },
} as const;

const defaultColor = '#FFFFFF';

const iconSchema = {
  type: 'object' as const,
  additionalProperties: false,
  required: ['type', 'name'],
  properties: {
    type: {
      type: 'string' as const,
      pattern: '^[a-z0-9-]{1,64}$',
      example: 'font-awesome',
      description: 'Icon set.',
    },
    name: {
      type: 'string' as const,
      pattern: '^[a-z0-9-]{1,64}$',
      example: 'server',
      description: 'Name of the icon in its set.',
    },
    color: {
      type: 'string' as const,
      pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
      default: defaultColor,
      description: '`#RGB` or `#RRGGBB`.',
      example: '#3366FF',
    },
  },
};

/** Validates an icon and writes its color as `#RRGGBB`. Returns undefined if the icon has a fault. */
function readIcon(value: unknown, context: string, faults: Fault[]): Icon | undefined {
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
  const code = value === undefined ? 'body.missing_property' : 'body.invalid_value';
  faults.push(fault(code, `${parent}.${property}`, `${given}; it takes ${allowed}`));
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

/** Maximum number of kinds in one request. */
const maxKinds = 500;

const kindName = /^[A-Za-z_.-][A-Za-z0-9_.-]{0,255}$/;
const kindNameAllowed = '1 to 256 characters out of letters, digits, _, - and ., the first one not a digit';

export const createCustomNodesSchema = {
  type: 'object' as const,
  additionalProperties: false,
  required: ['custom_types'],
  properties: {
    custom_types: {
      type: 'object' as const,
      minProperties: 1,
      maxProperties: maxKinds,
      description: `Maps the name of a kind to its icon. A name has ${kindNameAllowed}.`,
      additionalProperties: {
        type: 'object' as const,
        additionalProperties: false,
        required: ['icon'],
        properties: { icon: iconSchema },
      },
      example: { Server: { icon: { type: 'font-awesome', name: 'server', color: '#3366FF' } } },
    },
  },
};

/**
 * Reads `{ custom_types: { <kind>: { icon } } }` in the order of the body. The keys are user input, so no class-validator class can
 * describe them: `__proto__` and `constructor` are valid kind names. The code therefore reads entries and never looks a key up.
 */
export function readCustomTypes(body: object, faults: Fault[]): CustomNodeDraft[] {
  const types = readObject(body, 'body', ['custom_types'], faults)?.['custom_types'];
  const context = 'body.custom_types';
  if (!isJsonObject(types)) {
    const given = types === undefined ? 'is missing' : 'is not an object';
    const code = types === undefined ? 'body.missing_property' : 'body.invalid_value';
    faults.push(fault(code, context, `${given}; it takes an object of kind names and their icons`));
    return [];
  }
  const entries = Object.entries(types);
  if (entries.length === 0 || entries.length > maxKinds) {
    faults.push(fault('body.invalid_value', context, `has ${entries.length} kinds; it takes 1 to ${maxKinds}`));
    return [];
  }
  return entries.flatMap(([name, value]) => readKind(name, value, context, faults));
}

function readKind(name: string, value: unknown, parent: string, faults: Fault[]): CustomNodeDraft[] {
  const context = `${parent}.${name.length > 256 ? `${name.slice(0, 64)}…` : name}`;
  const isName = kindName.test(name);
  if (!isName)
    faults.push(fault('body.invalid_value', context, `the kind name is not valid; it takes ${kindNameAllowed}`));
  const type = readObject(value, context, ['icon'], faults);
  const icon = type && readIcon(type['icon'], `${context}.icon`, faults);
  return isName && icon ? [{ kindName: name, icon }] : [];
}

export const updateCustomNodeSchema = {
  type: 'object' as const,
  additionalProperties: false,
  required: ['config'],
  properties: {
    config: {
      type: 'object' as const,
      additionalProperties: false,
      required: ['icon'],
      properties: { icon: iconSchema },
    },
  },
};

/** Reads `{ config: { icon } }`. */
export function readCustomNodeUpdate(body: object, faults: Fault[]): Icon | undefined {
  const value = readObject(body, 'body', ['config'], faults);
  const config = value && readObject(value['config'], 'body.config', ['icon'], faults);
  return config && readIcon(config['icon'], 'body.config.icon', faults);
}

/** Returns the value if it is a JSON object, and reports every property that is not in `known`. */
function readObject(
  value: unknown,
  context: string,
  known: readonly string[],
  faults: Fault[],
): JsonObject | undefined {
  if (!isJsonObject(value)) {
    const given = value === undefined ? 'is missing' : 'is not an object';
    const code = value === undefined ? 'body.missing_property' : 'body.invalid_value';
    faults.push(fault(code, context, `${given}; it takes an object of ${known.join(', ')}`));
    return undefined;
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      faults.push(fault('body.unknown_property', `${context}.${name}`, 'this operation does not know the property'));
    }
  }
  return value;
}
