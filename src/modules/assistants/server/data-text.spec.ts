import { describe, expect, it } from '@jest/globals';
import { shown } from './data-text.js';

// A tag character, a mark of direction and a variation selector.
const name = 'A\u{E0041}\u202E\uFE0FB';

describe('texts of the graph for assistants', () => {
  it('show unseen characters as escapes, in JSON and in values at any depth', () => {
    const escaped = String.raw`A\udb40\udc41\u202e\ufe0fB`;
    expect(shown({ rows: [{ name, count: 2 }] })).toEqual({
      text: `{"rows":[{"name":"${escaped}","count":2}]}`,
      value: { rows: [{ name: escaped, count: 2 }] },
    });
    expect(shown(name).value).toBe(escaped);
  });
});
