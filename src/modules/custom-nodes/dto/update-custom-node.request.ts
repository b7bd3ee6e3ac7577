import type { Fault } from '../../../base/errors.js';
import type { Icon } from '../custom-node.js';
import { iconSchema, readIcon } from './icon.request.js';
import { readObject } from './read-object.js';

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
