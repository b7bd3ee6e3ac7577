import type { Fault } from '../../../base/errors.js';
import type { CustomNodeDraft } from '../custom-node.js';
import { iconSchema, readIcon } from './icon.request.js';
import { isObject, readObject } from './read-object.js';

/** Most kinds that one request may create. */
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
      description: `Kind names, each ${kindNameAllowed}, and how their nodes are drawn.`,
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
 * Reads `{ custom_types: { <kind>: { icon } } }` in the order of the body. By hand, because the keys are free: `__proto__` and
 * `constructor` are kind names like any other, so they are only ever read as entries and kept as values.
 */
export function readCustomTypes(body: object, faults: Fault[]): CustomNodeDraft[] {
  const types = readObject(body, 'body', ['custom_types'], faults)?.['custom_types'];
  const context = 'body.custom_types';
  if (!isObject(types)) {
    const given = types === undefined ? 'is missing' : 'is not an object';
    faults.push({ context, message: `${given}; it takes an object of kind names and their icons` });
    return [];
  }
  const entries = Object.entries(types);
  if (entries.length === 0 || entries.length > maxKinds) {
    faults.push({ context, message: `has ${entries.length} kinds; it takes 1 to ${maxKinds}` });
    return [];
  }
  return entries.flatMap(([name, value]) => readKind(name, value, context, faults));
}

function readKind(name: string, value: unknown, parent: string, faults: Fault[]): CustomNodeDraft[] {
  const context = `${parent}.${name.length > 256 ? `${name.slice(0, 64)}…` : name}`;
  const isName = kindName.test(name);
  if (!isName) faults.push({ context, message: `the kind name is not valid; it takes ${kindNameAllowed}` });
  const type = readObject(value, context, ['icon'], faults);
  const icon = type && readIcon(type['icon'], `${context}.icon`, faults);
  return isName && icon ? [{ kindName: name, icon }] : [];
}
