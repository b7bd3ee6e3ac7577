import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { edge, node } from '../../picture/graph.fixture.js';
import { stepsMarkdown } from './steps-markdown.js';

const textsOf = (kind: string) =>
  kind === 'MemberOf' ? { sentence: 'is a member of', remediation: 'Remove the member.' } : { sentence: 'leads to' };

describe(stepsMarkdown.name, () => {
  it('writes the steps with their remedies', () => {
    const path = {
      start: node('ADA', 'User', { isDisabled: true }),
      steps: [
        { edges: [edge('ADA', 'MemberOf', 'OPS'), edge('ADA', 'ACME_Knows', 'OPS')], node: node('OPS') },
        { edges: [edge('OPS', 'X', 'D')], node: node('D', 'Domain', { isTierZero: true }) },
      ],
    };
    expect(stepsMarkdown(path, textsOf)).toBe(
      [
        '# ADA to D',
        '',
        '1. **ADA** (User, disabled) is a member of **OPS** (Group) (MemberOf), or **ADA** (User, disabled) leads to **OPS** (Group) (ACME\\_Knows)',
        '   - Remedy: Remove the member.',
        '2. **OPS** (Group) leads to **D** (Domain, tier zero) (X)',
        '',
      ].join('\n'),
    );
  });

  it('names no kind of what the account does not see', () => {
    const hidden = node('hidden', '', { name: 'hidden objects' });
    const steps = [
      { edges: [edge('ADA', '', 'hidden')], node: hidden },
      { edges: [edge('hidden', '', 'D')], node: node('D', 'Domain') },
    ];
    expect(stepsMarkdown({ start: node('ADA', 'User'), steps }, textsOf)).toBe(
      [
        '# ADA to D',
        '',
        '1. **ADA** (User) leads to **hidden objects**',
        '2. **hidden objects** leads to **D** (Domain)',
        '',
      ].join('\n'),
    );
  });

  it('has no markup of a name, and no more lines', () => {
    const steps = [{ edges: [edge('A', 'X', 'B')], node: node('B') }];
    const lines = (name: string) => stepsMarkdown({ start: node('A', 'User', { name }), steps }, textsOf).split('\n');
    expect(lines('[x](javascript:1)<img src=x>\n# y')[0]).toBe(
      '# \\[x\\]\\(javascript:1\\)\\<img src\\=x\\>\uFFFD\\# y to B',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(lines(name)).toHaveLength(4);
        expect(lines(name)[0]).not.toMatch(/(?<=^# [^\\]*(\\.[^\\]*)*)(?<!\\)[<>[\]`*_]/);
      }),
    );
  });
});
