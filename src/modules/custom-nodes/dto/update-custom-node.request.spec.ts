import { describe, expect, it } from '@jest/globals';
import type { Fault } from '../../../base/errors.js';
import { readCustomNodeUpdate } from './update-custom-node.request.js';

describe('the body that changes a custom node', () => {
  it('gives the icon', () => {
    const faults: Fault[] = [];
    const icon = readCustomNodeUpdate(
      { config: { icon: { type: 'font-awesome', name: 'bug', color: '#f00' } } },
      faults,
    );
    expect(icon).toEqual({ type: 'font-awesome', name: 'bug', color: '#FF0000' });
    expect(faults).toEqual([]);
  });

  it.each([
    [{}, 'body.config', 'is missing; it takes an object of icon'],
    [{ config: 'x' }, 'body.config', 'is not an object; it takes an object of icon'],
    [{ config: {} }, 'body.config.icon', 'is missing; it takes an object of type, name, color'],
    [
      { config: { icon: { type: 'a', name: 'b' } }, kindName: 'Foo' },
      'body.kindName',
      'this operation does not know the property',
    ],
  ])('refuses %j', (body, context, message) => {
    const faults: Fault[] = [];
    readCustomNodeUpdate(body, faults);
    expect(faults).toEqual([{ context, message }]);
  });
});
