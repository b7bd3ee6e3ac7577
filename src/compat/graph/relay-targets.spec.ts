import { expect, it } from '@jest/globals';
import { relayTargets } from './relay-targets.js';

function node(objectId: string, kind: string) {
  return {
    label: objectId,
    kind,
    kinds: [kind, 'Base'],
    objectId,
    isTierZero: false,
    isOwnedObject: false,
    lastSeen: '2026-01-01T00:00:00.000Z',
    properties: {},
  };
}

it('lists the nodes that take part in a relay besides the ends of its edge', () => {
  const nodes = {
    1: node('G', 'Group'),
    2: node('W', 'Computer'),
    3: node('DC', 'Computer'),
    4: node('CA', 'EnterpriseCA'),
  };
  const composition = { nodes, edges: [], truncated: false };
  const found = (kind: string, target: string) => Object.keys(relayTargets(composition, kind, target).nodes);
  expect(found('CoerceAndRelayNTLMToLDAP', '2')).toEqual(['3']);
  expect(found('CoerceAndRelayNTLMToSMB', 'W')).toEqual(['3']);
  expect(found('CoerceAndRelayNTLMToADCS', '2')).toEqual(['4']);
});
