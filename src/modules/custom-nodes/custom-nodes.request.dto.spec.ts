import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import type { Fault } from '../../base/errors.js';
import { readCustomNodeUpdate, readCustomTypes } from './custom-nodes.request.dto.js';

const icon = { type: 'font-awesome', name: 'server', color: '#3366FF' };

function read(body: object) {
  const faults: Fault[] = [];
  return { drafts: readCustomTypes(body, faults), faults };
}

function faultsOf(customTypes: unknown): Fault[] {
  return read({ custom_types: customTypes }).faults;
}

function kinds(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`K${i}`, { icon }]));
}

describe('the body that creates custom nodes', () => {
  it('returns the kinds in the order of the body', () => {
    const { drafts, faults } = read({ custom_types: { Zebra: { icon }, Ant: { icon: { ...icon, name: 'bug' } } } });
    expect(faults).toEqual([]);
    expect(drafts).toEqual([
      { kindName: 'Zebra', icon },
      { kindName: 'Ant', icon: { ...icon, name: 'bug' } },
    ]);
  });

  it('accepts kinds that are names of JavaScript, and changes no prototype', () => {
    const text = `{"custom_types":{"__proto__":{"icon":{"type":"a","name":"b"}},"constructor":{"icon":{"type":"c","name":"d"}}}}`;
    const { drafts, faults } = read(JSON.parse(text));
    expect(faults).toEqual([]);
    expect(drafts.map(({ kindName }) => kindName)).toEqual(['__proto__', 'constructor']);
    expect(drafts[0]?.icon).toEqual({ type: 'a', name: 'b', color: '#FFFFFF' });
    expect(Object.hasOwn(Object.prototype, 'icon')).toBe(false);
  });

  it.each([
    ['#abc', '#AABBCC'],
    ['#ABCDEF', '#ABCDEF'],
    ['#0a1b2c', '#0A1B2C'],
  ])('stores the color %s as %s', (color, kept) => {
    expect(read({ custom_types: { Foo: { icon: { ...icon, color } } } }).drafts[0]?.icon.color).toBe(kept);
  });

  it('uses white if the color is absent', () => {
    const { drafts } = read({ custom_types: { Foo: { icon: { type: 'font-awesome', name: 'server' } } } });
    expect(drafts[0]?.icon.color).toBe('#FFFFFF');
  });

  it('reports each fault with its context', () => {
    const { faults } = read({
      more: 1,
      custom_types: {
        '1st': { icon },
        Foo: { icon: { type: 'Font Awesome', color: 'red', size: 3 } },
        Bar: { icon, label: 'x' },
        Baz: {},
        Qux: null,
      },
    });
    const word = 'it takes a text of 1 to 64 characters out of a-z, 0-9 and -';
    const unknown = 'this operation does not know the property';
    expect(faults).toEqual([
      { code: 'body.unknown_property', context: 'body.more', message: unknown },
      {
        code: 'body.invalid_value',
        context: 'body.custom_types.1st',
        message:
          'the kind name is not valid; it takes 1 to 256 characters out of letters, digits, _, - and ., the first one not a digit',
      },
      { code: 'body.unknown_property', context: 'body.custom_types.Foo.icon.size', message: unknown },
      {
        code: 'body.invalid_value',
        context: 'body.custom_types.Foo.icon.type',
        message: `"Font Awesome" is not valid; ${word}`,
      },
      { code: 'body.missing_property', context: 'body.custom_types.Foo.icon.name', message: `is missing; ${word}` },
      {
        code: 'body.invalid_value',
        context: 'body.custom_types.Foo.icon.color',
        message: '"red" is not valid; it takes #RGB or #RRGGBB in hex digits',
      },
      { code: 'body.unknown_property', context: 'body.custom_types.Bar.label', message: unknown },
      {
        code: 'body.missing_property',
        context: 'body.custom_types.Baz.icon',
        message: 'is missing; it takes an object of type, name, color',
      },
      {
        code: 'body.invalid_value',
        context: 'body.custom_types.Qux',
        message: 'is not an object; it takes an object of icon',
      },
    ]);
  });

  it.each([
    [undefined, 'body.missing_property', 'is missing; it takes an object of kind names and their icons'],
    [null, 'body.invalid_value', 'is not an object; it takes an object of kind names and their icons'],
    [[{ icon }], 'body.invalid_value', 'is not an object; it takes an object of kind names and their icons'],
    [{}, 'body.invalid_value', 'has 0 kinds; it takes 1 to 500'],
  ])('rejects %j as custom_types', (customTypes, code, message) => {
    expect(faultsOf(customTypes)).toEqual([{ code, context: 'body.custom_types', message }]);
  });

  it('accepts 500 kinds and rejects 501', () => {
    expect(read({ custom_types: kinds(500) }).drafts).toHaveLength(500);
    expect(faultsOf(kinds(501))).toEqual([
      { code: 'body.invalid_value', context: 'body.custom_types', message: 'has 501 kinds; it takes 1 to 500' },
    ]);
  });

  it('shortens long names and values in fault messages', () => {
    const faults = faultsOf({ ['K'.repeat(257)]: { icon: { ...icon, name: 'n'.repeat(5000) } } });
    expect(faults.map(({ context }) => context)).toEqual([
      `body.custom_types.${'K'.repeat(64)}…`,
      `body.custom_types.${'K'.repeat(64)}….icon.name`,
    ]);
    expect(faults[1]?.message.length).toBeLessThan(200);
  });

  it('returns drafts or faults for any JSON and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (customTypes) => {
        const { drafts, faults } = read({ custom_types: customTypes });
        expect(drafts.length > 0 || faults.length > 0).toBe(true);
      }),
    );
  });

  it('accepts every name that matches the pattern', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z_.-][A-Za-z0-9_.-]{0,255}$/), (name) => {
        const body: object = JSON.parse(`{"custom_types":{${JSON.stringify(name)}:{"icon":{"type":"a","name":"b"}}}}`);
        expect(read(body).drafts.map(({ kindName }) => kindName)).toEqual([name]);
      }),
    );
  });
});

describe('the body that changes a custom node', () => {
  it('returns the icon', () => {
    const faults: Fault[] = [];
    const icon = readCustomNodeUpdate(
      { config: { icon: { type: 'font-awesome', name: 'bug', color: '#f00' } } },
      faults,
    );
    expect(icon).toEqual({ type: 'font-awesome', name: 'bug', color: '#FF0000' });
    expect(faults).toEqual([]);
  });

  it.each([
    [{}, 'body.missing_property', 'body.config', 'is missing; it takes an object of icon'],
    [{ config: 'x' }, 'body.invalid_value', 'body.config', 'is not an object; it takes an object of icon'],
    [
      { config: {} },
      'body.missing_property',
      'body.config.icon',
      'is missing; it takes an object of type, name, color',
    ],
    [
      { config: { icon: { type: 'a', name: 'b' } }, kindName: 'Foo' },
      'body.unknown_property',
      'body.kindName',
      'this operation does not know the property',
    ],
  ])('rejects %j', (body, code, context, message) => {
    const faults: Fault[] = [];
    readCustomNodeUpdate(body, faults);
    expect(faults).toEqual([{ code, context, message }]);
  });
});
