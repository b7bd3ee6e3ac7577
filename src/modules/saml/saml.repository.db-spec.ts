import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noAuditNote } from '../../auth/audit/audit.fixture.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { ConflictError } from '../../base/errors.js';
import { SamlProviderEntity } from './saml-provider.entity.js';
import { SamlRepository } from './saml.repository.js';

const draft = {
  name: 'corp-adfs',
  displayName: 'corp-adfs',
  idpIssuerUri: 'https://idp.example/id',
  idpSsoUri: 'https://idp.example/sso',
};

describe('SamlRepository', () => {
  let test: TestDatabase;
  let repository: SamlRepository;

  beforeAll(async () => {
    test = await testDatabase();
    repository = new SamlRepository(test.dataSource.getRepository(SamlProviderEntity));
  });
  afterAll(() => test.drop());
  beforeEach(() => test.database.query('TRUNCATE saml_provider RESTART IDENTITY'));

  it('returns a provider as it was inserted, with id and times', async () => {
    const inserted = await repository.insert(draft, noAuditNote);
    const found = await repository.findById(inserted.id);
    expect(found).toMatchObject({ ...draft, id: 1, principalAttributeMappings: [], ssoProviderId: null });
    expect(inserted).toEqual(found);
    expect(found?.createdAt).toEqual(found?.updatedAt);
  });

  it('lists all providers by id', async () => {
    for (const name of ['z', 'a', 'm']) await repository.insert({ ...draft, name }, noAuditNote);
    expect((await repository.findAll()).map(({ id, name }) => [id, name])).toEqual([
      [1, 'z'],
      [2, 'a'],
      [3, 'm'],
    ]);
  });

  it('rejects a duplicate name', async () => {
    await repository.insert(draft, noAuditNote);
    await expect(repository.insert(draft, noAuditNote)).rejects.toThrow(
      ConflictError.at('resource.name_taken', 'body.name', 'there is a provider with the name corp-adfs already'),
    );
  });

  it('deletes a provider and frees its name', async () => {
    const { id } = await repository.insert(draft, noAuditNote);
    expect(await repository.delete(id, noAuditNote)).toBe(true);
    expect(await repository.delete(id, noAuditNote)).toBe(false);
    expect(await repository.findById(id)).toBeNull();
    await expect(repository.insert(draft, noAuditNote)).resolves.toMatchObject({ name: 'corp-adfs' });
  });
});
