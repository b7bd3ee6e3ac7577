import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from './json-value.js';
import { Fields } from './fields.js';

function fieldsOf(values: JsonObject): { fields: Fields; faults: string[] } {
  const faults: string[] = [];
  return { fields: new Fields(values, (field, reason) => faults.push(`${field}: ${reason}`)), faults };
}

describe('Fields', () => {
  it('matches keys ignoring case, the exact one first', () => {
    const { fields } = fieldsOf({ spnTARGETS: 'other case', Name: 'exact', NAME: 'other' });
    expect([fields.text('SPNTargets'), fields.text('Name')]).toEqual(['other case', 'exact']);
  });

  it('does not see what every object inherits', () => {
    expect(fieldsOf({}).fields.value('constructor')).toBeNull();
  });

  it('takes null, empty and absent as the same', () => {
    const { fields, faults } = fieldsOf({ none: null, empty: '' });
    for (const key of ['none', 'empty', 'absent']) {
      expect([fields.text(key), fields.id(key), fields.integer(key)]).toEqual([null, null, null]);
    }
    expect([fields.flag('none'), fields.object('none'), fields.list('none'), fields.texts('none')]).toEqual([
      null,
      null,
      [],
      [],
    ]);
    expect(faults).toEqual([]);
  });

  it('upper-cases ids and refuses those that no index takes', () => {
    const { fields, faults } = fieldsOf({ id: 's-1-5-ä', blank: '  ', long: 'x'.repeat(601), fits: 'x'.repeat(600) });
    expect([fields.id('id'), fields.id('blank'), fields.id('long')]).toEqual(['S-1-5-Ä', null, null]);
    expect(fields.id('fits')).toHaveLength(600);
    expect(faults).toEqual(['long: is longer than 600 characters']);
  });

  it('reads the ids of a list', () => {
    const { fields, faults } = fieldsOf({ ids: ['a', ' ', '', 7, 'x'.repeat(601), 'b'], one: 'c' });
    expect([fields.ids('ids'), fields.ids('one'), fields.ids('none')]).toEqual([['A', 'B'], [], []]);
    expect(faults).toEqual([
      'ids[3]: expected a text',
      'ids[4]: is longer than 600 characters',
      'one: expected a list',
    ]);
  });

  it('reads whole numbers, also from texts', () => {
    const { fields, faults } = fieldsOf({ a: 8, b: '-32', c: 1.5, d: 'x', e: true });
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => fields.integer(key))).toEqual([8, -32, null, null, null]);
    expect(faults).toEqual(['c', 'd', 'e'].map((key) => `${key}: expected a whole number`));
  });

  it('tells the place of a wrong type at any depth and goes on with the rest', () => {
    const { fields, faults } = fieldsOf({
      text: 1,
      flag: 'yes',
      object: [],
      list: {},
      map: { a: 1, b: { id: 'x' } },
      Members: [{ Id: 'a' }, 'b', { Id: 7 }],
      words: ['a', '', 1],
    });
    expect([fields.text('text'), fields.flag('flag'), fields.object('object'), fields.list('list')]).toEqual([
      null,
      null,
      null,
      [],
    ]);
    expect(fields.list('Members').map((member) => member.text('Id'))).toEqual(['a', null]);
    expect(fields.texts('words')).toEqual(['a']);
    expect(fields.entries('map').map((entry) => entry.text('id'))).toEqual(['x']);
    expect(fields.entries('words')).toEqual([]);
    expect(faults).toEqual([
      'text: expected a text',
      'flag: expected true or false',
      'object: expected an object',
      'list: expected a list',
      'Members[1]: expected an object',
      'Members[2].Id: expected a text',
      'words[2]: expected a text',
      'map.a: expected an object',
      'words: expected an object',
    ]);
  });
});
