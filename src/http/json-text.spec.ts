import { describe, expect, it } from '@jest/globals';
import { JsonText } from './json-text.js';

describe(JsonText.name, () => {
  it('keeps its text for further answers', () => {
    const text = new JsonText('{}');
    expect([text.take(), text.take(), text.text]).toEqual(['{}', '{}', '{}']);
  });

  it('drops its text if it is for one request', () => {
    const text = JsonText.singleUse('{}');
    expect([text.text, text.take(), text.text]).toEqual(['{}', '{}', '']);
  });
});
