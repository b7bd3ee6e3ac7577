import { describe, expect, it } from '@jest/globals';
import { propertiesOf } from './properties.js';

describe('propertiesOf', () => {
  it('keeps plain values and lists of them, without nulls', () => {
    const bag = { enabled: false, count: 0, text: '', when: -1.5, none: null, spns: ['a', null, 'b'], empty: [] };
    expect(propertiesOf(bag, true)).toEqual({
      enabled: false,
      count: 0,
      text: '',
      when: -1.5,
      spns: ['a', 'b'],
      empty: [],
    });
  });

  it('upper-cases what is compared ignoring case, where it is a text', () => {
    expect(
      propertiesOf({ name: 'a@b', distinguishedname: 'cn=x', operatingsystem: 'Win', domain: 'b.c' }, true),
    ).toEqual({
      name: 'A@B',
      distinguishedname: 'CN=X',
      operatingsystem: 'WIN',
      domain: 'b.c',
    });
    expect(propertiesOf({ name: 7 }, true)).toEqual({ name: 7 });
  });

  it('drops identity and stamps', () => {
    expect(propertiesOf({ ObjectId: 'x', LastSeen: 1, lastcollected: 2, reconcile: false }, true)).toEqual({});
  });

  it('keeps of a secret only that there is one', () => {
    const bag = { userpassword: 'hunter2', UnixPassword: ['{SSHA}x'], unicodepassword: '', sfupassword: null };
    expect(propertiesOf(bag, true)).toEqual({ userpassword: true, unixpassword: true });
    expect(propertiesOf({ userpassword: false, unixpassword: [], sfupassword: 0 }, true)).toEqual({
      sfupassword: true,
    });
    // Whichever way of writing came first, none makes the other one known as harmless.
    expect(propertiesOf({ 'x.userpassword': 'hunter2' }, false)).toEqual({ 'x.userpassword': true });
    expect(propertiesOf({ x: { userpassword: 'hunter2' } }, false)).toEqual({ 'x.userpassword': true });
    expect(JSON.stringify(propertiesOf({ userPassword: 'hunter2', other: { sfupassword: 'x' } }, false))).not.toMatch(
      /hunter2|"x"/,
    );
  });

  it('flattens objects and leaves out what lists can not hold', () => {
    expect(propertiesOf({ a: { B: { c: 1 }, d: null }, list: [{ x: 1 }, 'y', ['z']] }, true)).toEqual({
      'a.b.c': 1,
      list: ['y'],
    });
  });

  it('keeps the case of keys unless told otherwise', () => {
    expect(propertiesOf({ isServer: true }, false)).toEqual({ isServer: true });
    expect(propertiesOf({ isServer: true }, true)).toEqual({ isserver: true });
  });

  it('leaves out numbers beyond a double, and takes any name', () => {
    const bag = JSON.parse('{"big":1e999,"__proto__":"own"}');
    expect(Object.entries(propertiesOf(bag, true))).toEqual([['__proto__', 'own']]);
  });
});
