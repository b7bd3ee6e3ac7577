import { describe, expect, it } from '@jest/globals';
import { storableJson, storableText } from './storable.js';

describe('storable values', () => {
  it('replaces NUL and halves of surrogate pairs in a text', () => {
    expect(storableText('Zoë 🛡')).toBe('Zoë 🛡');
    expect(storableText('a\0b\uD800c\uDC00')).toBe('a\uFFFDb\uFFFDc\uFFFD');
  });

  it('replaces them in the texts and names of JSON, at any depth', () => {
    expect(storableJson({ 'a\0': ['\uDFFF', { b: null, 'c\uD800': 1 }], d: '\\u0000' })).toBe(
      '{"a\uFFFD":["\uFFFD",{"b":null,"c\uFFFD":1}],"d":"\\\\u0000"}',
    );
    expect(storableJson({ a: [1, true, 'x'] })).toBe('{"a":[1,true,"x"]}');
  });
});
