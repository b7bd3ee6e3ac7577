import { describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../base/config/load-settings.js';
import { Settings } from '../../base/config/settings.js';
import { FastExpressAdapter } from '../request/fast-express-adapter.js';
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
});
