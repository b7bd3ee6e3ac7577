import { describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../base/config/load-settings.js';
import { Settings } from '../../base/config/settings.js';
import { FastExpressAdapter } from '../request/fast-express-adapter.js';
import { CompatAdapter, edgeOf } from './edge.js';

describe(edgeOf.name, () => {
  it('changes nothing without COMPAT', () => {
    const settings = loadSettings({});
    const edge = edgeOf(settings);
    expect(edge.settings).toBe(settings);
    expect(edge.adapter.constructor).toBe(FastExpressAdapter);
  });

  it('adds the keyword of the reference product once, and changes no other setting', () => {
    const asked = loadSettings({ COMPAT: 'bloodhound', SIGNATURE_KEYWORDS: 'mine,BHESignature' });
    const { settings, adapter } = edgeOf(asked);
    expect(settings).toEqual(Object.assign(new Settings(), asked, { signatureKeywords: ['mine', 'bhesignature'] }));
    expect(Object.isFrozen(settings) && Object.isFrozen(settings.signatureKeywords)).toBe(true);
    expect(adapter).toBeInstanceOf(CompatAdapter);
  });
});
