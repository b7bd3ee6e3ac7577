import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Estate } from './estate.js';
import { ESTATE_PRESETS } from './sizes.js';
import { textOf } from './payload.js';

const NOW = new Date('2026-06-01T12:00:00Z');

function estateOf(seed: string): Estate {
  return new Estate({ seed, now: NOW, sizes: ESTATE_PRESETS.small });
}

function payloadsOf(estate: Estate) {
  const runs = Array.from({ length: estate.cloudRuns }, (_, run) => estate.cloudRun(run));
  return [...estate.directoryRun(), ...runs, estate.codeHosting()];
}

function digests(seed: string): readonly string[] {
  return payloadsOf(estateOf(seed)).map((payload) => createHash('sha256').update(textOf(payload)).digest('hex'));
}

describe('Estate', () => {
  it('is the same byte for byte for the same seed', () => {
    expect(digests('one')).toEqual(digests('one'));
  });

  it('differs in every file for another seed', () => {
    const first = digests('one');
    const second = digests('two');
    expect(first.filter((digest, i) => digest === second[i])).toEqual([]);
  });

  it('yields the same text each time a payload is opened', () => {
    const [payload] = estateOf('one').directoryRun();
    expect(payload && textOf(payload)).toBe(payload && textOf(payload));
  });

  it('names its files like the collectors', () => {
    expect(payloadsOf(estateOf('one')).map(({ name }) => name)).toEqual([
      '20260601120000_users.json',
      '20260601120000_groups.json',
      '20260601120000_computers.json',
      '20260601120000_domains.json',
      '20260601120000_ous.json',
      '20260601120000_containers.json',
      '20260601120000_gpos.json',
      '20260601120000_aiacas.json',
      '20260601120000_rootcas.json',
      '20260601120000_enterprisecas.json',
      '20260601120000_ntauthstores.json',
      '20260601120000_certtemplates.json',
      '20260601120000_issuancepolicies.json',
      '20260601120000_sessions.json',
      '20260526120000_azurehound.json',
      '20260529120000_azurehound.json',
      '20260601120000_azurehound.json',
      'quillforge.json',
    ]);
  });

  it('refuses a run that does not exist', () => {
    expect(() => estateOf('one').cloudRun(3)).toThrow('run must be 0 to 2, got 3');
  });

  it('refuses sizes that do not fit each other', () => {
    const tooFew = { ...ESTATE_PRESETS.small, groups: 30 };
    expect(() => new Estate({ seed: 'one', now: NOW, sizes: tooFew })).toThrow('groups must be at least 45');
    const tooMany = { ...ESTATE_PRESETS.small, departments: 13 };
    expect(() => new Estate({ seed: 'one', now: NOW, sizes: tooMany })).toThrow('departments must be 3 to 12, got 13');
  });
});
