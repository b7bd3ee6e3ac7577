import { describe, expect, it } from '@jest/globals';
import { Estate } from '../generator/estate.js';
import { ESTATE_PRESETS } from '../generator/sizes.js';
import { pathToTierZero } from './path-to-tier-zero.js';

const estate = new Estate({ seed: 'path', sizes: ESTATE_PRESETS.small, now: new Date(0) });
const { objectId } = estate.personas.withoutRights;

const node = (label: string, kind: string, id = label) => ({ label, kind, objectId: id });
const answer = JSON.stringify({
  data: {
    nodes: {
      7: node('ADA@BIRCH.LOCAL', 'User', objectId),
      8: node('STAFF@BIRCH.LOCAL', 'Group'),
      9: node('PC1.BIRCH.LOCAL', 'Computer'),
    },
    edges: [
      { source: '8', target: '9', kind: 'WriteOwner' },
      { source: '8', target: '9', kind: 'GenericAll' },
      { source: '7', target: '8', kind: 'MemberOf' },
    ],
    truncated: false,
  },
});
const noPath = JSON.stringify({ http_status: 404, errors: [] });

describe('the path of the demo', () => {
  const { meaning, picture } = pathToTierZero(estate);

  it('is explained step by step', () => {
    expect(meaning(answer)).toBe(
      'ADA@BIRCH.LOCAL administers nothing, but can take over PC1.BIRCH.LOCAL in 2 steps: ADA is a member of STAFF, which has GenericAll on PC1.BIRCH.LOCAL.',
    );
  });

  it('is drawn with all kinds of its edges', () => {
    expect(picture?.(answer)).toEqual([
      'ADA@BIRCH.LOCAL (User)',
      '  ↓ MemberOf',
      'STAFF@BIRCH.LOCAL (Group)',
      '  ↓ GenericAll, WriteOwner',
      'PC1.BIRCH.LOCAL (Computer)',
    ]);
  });

  it('may be absent', () => {
    expect(meaning(noPath)).toBe(`No path leads from ${estate.personas.withoutRights.name} to tier zero.`);
    expect(picture?.(noPath)).toEqual([]);
  });
});
