import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import { ConflictError } from '../../../base/errors.js';
import { noAuditNote } from '../../audit/audit.fixture.js';
import { SecretCipher } from '../../secrets/secret-cipher.js';
import { Secrets } from '../../secrets/secrets.js';
import { SsoProviderEntity } from '../../sso-provider.entity.js';
import { defaultProviderConfig, type SsoProviderDraft } from './sso-provider.js';
import { SsoProvidersRepository } from './sso-providers.repository.js';

const draft: SsoProviderDraft = {
  kind: 'SAML',
  slug: 'corp-adfs',
  displayName: 'Corp ADFS',
  issuer: 'https://idp.example/id',
  ssoUrl: 'https://idp.example/sso',
};

const anyAccount = '00000000-0000-4000-8000-000000000000';

describe('SsoProvidersRepository', () => {
  let test: TestDatabase;
  let repository: SsoProvidersRepository;

  const repositoryWith = (secret: string) =>
    new SsoProvidersRepository(test.dataSource.getRepository(SsoProviderEntity), new SecretCipher(new Secrets(secret)));
  const remove = (id: number, kind?: 'SAML' | 'OIDC') =>
    repository.delete(id, { kind, keptBy: anyAccount }, noAuditNote);

  beforeAll(async () => {
    test = await testDatabase();
    repository = repositoryWith('a secret of more than 32 characters');
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await test.database.query('DELETE FROM account');
    await test.database.query('TRUNCATE sso_provider RESTART IDENTITY CASCADE');
  });

  it('returns a provider as it was inserted, with id, times and the default configuration', async () => {
    const inserted = await repository.insert(draft, noAuditNote);
    const found = await repository.findById(inserted.id);
    expect(found).toEqual({
      ...draft,
      id: 1,
      enabled: true,
      clientId: null,
      hasClientSecret: false,
      certificates: [],
      principalAttributeMappings: [],
      config: defaultProviderConfig,
      ssoProviderId: null,
      createdAt: expect.any(Date),
      updatedAt: inserted.createdAt,
    });
    expect(inserted).toEqual(found);
  });

  it('lists providers by id, of one kind if asked, and the names of enabled ones', async () => {
    for (const slug of ['z', 'a']) await repository.insert({ ...draft, slug }, noAuditNote);
    await repository.insert({ ...draft, slug: 'm', kind: 'OIDC', enabled: false }, noAuditNote);
    expect((await repository.findAll()).map(({ id, slug }) => [id, slug])).toEqual([
      [1, 'z'],
      [2, 'a'],
      [3, 'm'],
    ]);
    expect((await repository.findAll('OIDC')).map(({ slug }) => slug)).toEqual(['m']);
    expect((await repository.findEnabledNames()).map(({ slug }) => slug)).toEqual(['z', 'a']);
    expect(await repository.findEnabledBySlug('m')).toBeNull();
  });

  it('rejects a slug that is taken', async () => {
    await repository.insert(draft, noAuditNote);
    await expect(repository.insert(draft, noAuditNote)).rejects.toThrow(
      ConflictError.at('resource.name_taken', 'body.name', 'there is a provider with the name corp-adfs already'),
    );
  });

  it('seals the client secret under the id of its row and SECRET_KEY, and removes it', async () => {
    const { id } = await repository.insert({ ...draft, clientSecret: 'open sesame' }, noAuditNote);
    const { id: other } = await repository.insert({ ...draft, slug: 'b', clientSecret: 'other' }, noAuditNote);
    expect(await repository.findClientSecret(id)).toBe('open sesame');
    const [row] = await test.database.query<{ sealed: Buffer }>(
      'SELECT client_secret AS sealed FROM sso_provider WHERE id = 1',
    );
    expect(row?.sealed.includes('open sesame')).toBe(false);
    const message = 'a stored secret cannot be read: start the service with the SECRET_KEY that it was stored under';
    await expect(repositoryWith('another secret of 32 characters, no').findClientSecret(id)).rejects.toThrow(message);
    await test.database.query('UPDATE sso_provider SET client_secret = $1 WHERE id = $2', [row?.sealed, other]);
    await expect(repository.findClientSecret(other)).rejects.toThrow(message);
    expect(await repository.update(id, { clientSecret: null }, noAuditNote)).toMatchObject({ hasClientSecret: false });
    expect(await repository.findClientSecret(id)).toBeNull();
  });

  it('deletes a provider, releases its accounts and frees its slug, and keeps the one of the caller', async () => {
    const { id } = await repository.insert(draft, noAuditNote);
    await test.database.query(
      `INSERT INTO account (id, name, role, sso_provider_id, sso_subject)
       VALUES ('00000000-0000-4000-8000-000000000001', 'ada', 'user', $1, 'subject-of-ada')`,
      [id],
    );
    const own = { kind: undefined, keptBy: '00000000-0000-4000-8000-000000000001' };
    expect(await repository.delete(id, own, noAuditNote)).toBe('own');
    expect(await remove(id, 'OIDC')).toBeNull();
    expect(await test.database.query('SELECT sso_provider_id AS id FROM account')).toEqual([{ id }]);
    expect(await remove(id)).toEqual(['00000000-0000-4000-8000-000000000001']);
    expect(await remove(id)).toBeNull();
    expect(await test.database.query('SELECT sso_provider_id, sso_subject FROM account')).toEqual([
      { sso_provider_id: null, sso_subject: null },
    ]);
    await expect(repository.insert(draft, noAuditNote)).resolves.toMatchObject({ slug: 'corp-adfs' });
  });
});
