import { describe, expect, it } from '@jest/globals';
import { camelCased, snakeCased } from './letter-case.js';

describe('names of bodies in the code', () => {
  it('have capitals in place of underscores', () => {
    expect(camelCased({ domain_controller: 'DC', ad_structure_collection: true, ous: [], name: undefined })).toEqual({
      domainController: 'DC',
      adStructureCollection: true,
      ous: [],
    });
  });

  it('are the same there and back', () => {
    const body = { domain_controller: '', all_trusted_domains: false, user_sid: null, name: 'x' };
    expect(snakeCased(camelCased(body))).toEqual(body);
  });

  it('leave out what is absent', () => {
    expect(Object.keys(snakeCased({ autoCertify: undefined, isDisabled: false }))).toEqual(['is_disabled']);
  });
});
