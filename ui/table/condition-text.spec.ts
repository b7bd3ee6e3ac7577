import { expect, it } from '@jest/globals';
import { conditionOf, conditionText } from './condition-text.js';

it('writes conditions as the API reads them', () => {
  expect(conditionOf('enabled', 'eq', 'true', false)).toBe('enabled:eq:true');
  expect(conditionOf('edge:AdminTo:out', 'gt', '0', false)).toBe('edge:AdminTo:out:gt:0');
  expect(conditionOf('under', 'eq', 'S-1', false)).toBe('under:S-1');
  expect(conditionOf('lastlogon', 'lt', '2026-01-31', true)).toBe('lastlogon:lt:2026-01-31T00:00:00Z');
  expect(conditionOf('title', 'eq', '2026-01-31', false)).toBe('title:eq:2026-01-31');
});

it.each([
  ['enabled:true', 'enabled = true'],
  ['lastlogon:lt:-P90D', 'lastlogon < -P90D'],
  ['title:~eq:a:b', 'title contains a:b'],
  ['title:lte', 'title = lte'],
  ['edge:AdminTo:out:eq:0', 'edge:AdminTo:out = 0'],
  ['under:S-1', 'below S-1'],
  ['enabled', 'enabled = '],
])('reads %s', (where, text) => {
  expect(conditionText(where)).toBe(text);
});
