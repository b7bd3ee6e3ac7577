import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { productionFiles } from '../../test/support/source-files.js';
import { loadSettings } from '../base/config/load-settings.js';
import { Settings } from '../base/config/settings.js';
import { FastExpressAdapter } from '../http/request/fast-express-adapter.js';
import { CompatAdapter, compatLayer } from './compat-layer.js';

describe(compatLayer.name, () => {
  it('changes nothing without COMPAT', () => {
    const settings = loadSettings({});
    const layer = compatLayer(settings);
    expect(layer.settings).toBe(settings);
    expect(layer.adapter.constructor).toBe(FastExpressAdapter);
  });

  it('adds the keyword of the reference product once, and changes no other setting', () => {
    const asked = loadSettings({ COMPAT: 'bloodhound', SIGNATURE_KEYWORDS: 'mine,BHESignature' });
    const { settings, adapter } = compatLayer(asked);
    expect(settings).toEqual(Object.assign(new Settings(), asked, { signatureKeywords: ['mine', 'bhesignature'] }));
    expect(Object.isFrozen(settings) && Object.isFrozen(settings.signatureKeywords)).toBe(true);
    expect(adapter).toBeInstanceOf(CompatAdapter);
  });

  it('is the only code that reads the setting', () => {
    const outside = productionFiles().filter(
      (file) => !/^src\/(compat\/|base\/config\/service-settings\.ts$)/.test(file),
    );
    const readers = outside.filter((file) => /\.compat\b|[{,]\s*compat\s*[,}]/.test(readFileSync(file, 'utf8')));
    expect(readers).toEqual([]);
  });
});
