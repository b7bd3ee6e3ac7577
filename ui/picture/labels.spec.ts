import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bundle } from './bundles.js';
import { measure, node } from './graph.fixture.js';
import { boxLabel, boxNote, commonDomain, fitted, linkLabel, visible } from './labels.js';

describe(fitted.name, () => {
  it.each([
    ['ADA', 21, 'ADA'],
    ['ADMINISTRATORS', 70, 'ADMIN…TORS'],
    ['ADMINISTRATORS', 7, '…'],
    ['ab😀😀😀😀cd', 35, 'ab…cd'],
  ])('shortens %s to %d pixels', (text, width, expected) => {
    expect(fitted(text, width, measure)).toBe(expected);
  });

  it('keeps a text that fits, and else keeps as much of both ends as fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 7, max: 200 }), (text, width) => {
        const result = fitted(text, width, measure);
        expect(measure(result)).toBeLessThanOrEqual(width);
        expect(measure(result)).toBe(Math.min(measure(text), Math.floor(width / 7) * 7));
      }),
    );
  });
});

describe(boxLabel.name, () => {
  it.each([
    ['ADA@BIRCH.LOCAL', 'ADA'],
    ['PC1.birch.local', 'PC1'],
    ['@BIRCH.LOCAL', '@BIRCH.LOCAL'],
    ['BIRCH.LOCAL', 'BIRCH.LOCAL'],
    ['', 'S-1'],
    ['\u202Eevil\u0007', '\uFFFDevil\uFFFD'],
  ])('names %s without the domain of the picture', (name, expected) => {
    const one = bundle([node('1', 'User', { name })], false);
    expect(boxLabel(one, 'BIRCH.LOCAL', 400, measure)).toBe(expected);
  });

  it('counts the nodes of a bundle', () => {
    const nodes = Array.from({ length: 1200 }, (_, index) => node(`${index}`, 'Computer'));
    expect(boxLabel(bundle(nodes, false), '', 400, measure)).toBe('1,200 × Computer');
    expect(boxLabel(bundle(nodes, true), '', 400, measure)).toBe('1,200 more');
  });
});

describe(boxNote.name, () => {
  it.each([
    [[node('1', 'User')], 'User'],
    [[node('1', 'User', { isTierZero: true, isOwned: true, isDisabled: true })], 'User · tier zero · owned · disabled'],
    [[node('1', 'User', { isOwned: true, isDisabled: true }), node('2', 'Group')], '2 kinds · 1 owned'],
  ])('names the kind and the marks', (nodes, expected) => {
    expect(boxNote(bundle(nodes, false), 400, measure)).toBe(expected);
  });
});

describe(commonDomain.name, () => {
  it.each([
    [['ADA@birch.local', 'PC1.BIRCH.LOCAL', 'BIRCH.LOCAL', 'BO@BIRCH.LOCAL'], 'BIRCH.LOCAL'],
    [['ADA@BIRCH.LOCAL', 'BO@ASH.LOCAL'], ''],
    [['ADA@BIRCH.LOCAL', 'BO@ASH.LOCAL', 'CY@ASH.LOCAL'], 'ASH.LOCAL'],
    [['PC1.BIRCH.LOCAL'], ''],
  ])('finds the domain of most accounts among %j', (names, expected) => {
    expect(commonDomain(names.map((name) => node(name, 'User')))).toBe(expected);
  });
});

describe(linkLabel.name, () => {
  it.each([
    [['Owns'], 'Owns'],
    [['GenericAll', 'Owns', 'WriteDacl'], 'GenericAll +2'],
  ])('names the first of %j', (kinds, expected) => {
    expect(linkLabel(kinds)).toBe(expected);
  });
});

describe(visible.name, () => {
  it('replaces what XML forbids, and nothing else', () => {
    expect(visible('a\u0000\u0009\u009f\ud800\ufffe<&"😀')).toBe('a\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD<&"😀');
  });
});
