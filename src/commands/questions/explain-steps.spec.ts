import { expect, it } from '@jest/globals';
import { explanations } from './explain-steps.js';

const node = (label: string) => ({ label, kind: 'Base', objectId: label });

it('prints the name of a kind that a file added', () => {
  const path = { start: node('ADA'), steps: [{ kinds: ['Acme_Owns'], node: node('PRINTER') }] };
  expect(explanations([path, path], ({ label }) => label, {})).toEqual([
    '\nADA leads to PRINTER (Acme_Owns)\n  No description: a file added this kind.',
  ]);
});
