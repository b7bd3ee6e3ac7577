import { expect, it } from '@jest/globals';
import { dangers, propertyGroups } from './properties.js';

const now = Date.parse('2026-11-24T00:00:00Z') / 1000;

function flat(props: Readonly<Record<string, unknown>>) {
  return propertyGroups(props, now).flatMap(({ title, properties }) =>
    properties.map(({ name, value, danger }) => [title, name, value, danger]),
  );
}

it('groups properties, and shows times as days', () => {
  const props = {
    objectid: 'S-1',
    email: 'a@b',
    enabled: true,
    lastlogon: 0,
    whencreated: 1550575007,
    spns: [],
    x: null,
  };
  expect(flat({ ...props, pwdlastset: '2026-07-28T22:53:28Z', operatingsystem: 'WINDOWS 11' })).toEqual([
    ['Identity', 'email', 'a@b', undefined],
    ['Identity', 'spns', 'none', undefined],
    ['Account', 'enabled', 'yes', undefined],
    ['Times', 'lastlogon', 'never', undefined],
    ['Times', 'pwdlastset', '28 Jul 2026', undefined],
    ['Times', 'whencreated', '19 Feb 2019', undefined],
    ['System', 'operatingsystem', 'WINDOWS 11', undefined],
  ]);
});

it('marks dangerous values first, but not of disabled accounts', () => {
  const props = { admincount: true, dontreqpreauth: true, hasspn: true, pwdlastset: now - 400 * 86_400 };
  const marked = flat({ ...props, enabled: true }).filter(([, , , danger]) => danger !== undefined);
  expect(marked.map(([, name, , danger]) => [name, danger])).toEqual([
    ['dontreqpreauth', dangers['dontreqpreauth']],
    ['hasspn', dangers['hasspn']],
    ['pwdlastset', dangers['pwdlastset']],
  ]);
  expect(flat({ ...props, enabled: true })[0]?.[1]).toBe('dontreqpreauth');
  expect(flat({ ...props, enabled: false }).some(([, , , danger]) => danger !== undefined)).toBe(false);
});

it('does not call a computer kerberoastable', () => {
  expect(flat({ hasspn: true, enabled: true, operatingsystem: 'WINDOWS 11' }).map(([, , , danger]) => danger)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
