import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contrast, readableColour } from './kind-looks.js';

describe(readableColour.name, () => {
  it('keeps a colour that can be seen, and changes one that cannot', () => {
    expect(readableColour('#3366FF')).toBe('light-dark(#3366ff, #3366ff)');
    expect(readableColour('#FFFFFF')).toBe('light-dark(#8c8c8c, #ffffff)');
  });

  it.each(['', 'red', '#fff', '#1234567', 'url(//evil.example)', '#12345g'])('refuses %j', (text) => {
    expect(readableColour(text)).toBeNull();
  });

  it('has a contrast of at least 3 in both themes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const css = readableColour(`#${value.toString(16).padStart(6, '0')}`) ?? '';
        const [light, dark] = (css.match(/[0-9a-f]{6}/g) ?? []).map((it) => {
          const [red = 0, green = 0, blue = 0] = (it.match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
          return [red, green, blue] as const;
        });
        expect(contrast(light!, [255, 255, 255])).toBeGreaterThanOrEqual(3);
        expect(contrast(dark!, [0x14, 0x18, 0x1d])).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});
