import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../../test/support/app.js';
import { send } from '../../../../test/support/signed-client.js';

const metadata = `<EntityDescriptor entityID="https://idp.example/id"><IDPSSODescriptor><SingleSignOnService
  Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`;

const path = '/api/v2/sso-providers';

const defaults = {
  auto_provision: { enabled: false, default_role_id: 3, role_provision: false },
  require_signed_response: false,
  allow_idp_initiated: false,
  trust_email: false,
  allow_administrator: false,
  subject: null,
  role_claim: null,
  require: null,
  group_roles: [],
};

interface Provider {
  readonly id: number;
  readonly slug: string;
  readonly details: { readonly issuer: string; readonly has_client_secret: boolean };
}

async function faultsOf(answer: Response): Promise<unknown[]> {
  const { errors } = (await answer.json()) as { errors: { code: string; context: string; message: string }[] };
  return [answer.status, ...errors.map(({ code, context, message }) => `${code} ${context}: ${message}`)];
}

describe('identity providers over HTTP', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition: 'community', environment: { PUBLIC_URL: 'https://graph.example' } });
  });
  afterAll(() => app.close());

  async function form(method: string, target: string, parts: Record<string, string>): Promise<Response> {
    const data = new FormData();
    for (const [name, value] of Object.entries(parts)) data.append(name, value);
    const request = new Request('http://x', { method: 'POST', body: data });
    return app.as('administrator', 'bearer', method, target, {
      body: Buffer.from(await request.arrayBuffer()),
      headers: { 'Content-Type': request.headers.get('content-type')! },
    });
  }

  async function oidc(body: object): Promise<Provider> {
    const answer = await app.call('POST', `${path}/oidc`, { client_id: 'graphward', ...body });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { data: Provider }).data;
  }

  it('creates a SAML provider by a form, which operation 2 lists with its fourteen fields', async () => {
    const parts = {
      name: 'Corp ADFS (prod)',
      metadata,
      'config.auto_provision.enabled': 'true',
      'config.auto_provision.default_role_id': '2',
      'config.auto_provision.role_provision': 'false',
    };
    const answer = await form('POST', `${path}/saml`, parts);
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: { id: number; details: object } };
    expect(data).toEqual({
      id: data.id,
      name: 'Corp ADFS (prod)',
      type: 'SAML',
      slug: 'corp-adfs-prod',
      enabled: true,
      login_refusal: 'sso.no_certificate',
      details: {
        id: data.id,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        deleted_at: { time: null, valid: false },
        name: 'corp-adfs-prod',
        display_name: 'Corp ADFS (prod)',
        idp_issuer_uri: 'https://idp.example/id',
        idp_sso_uri: 'https://idp.example/sso',
        principal_attribute_mappings: [],
        sp_issuer_uri: 'https://graph.example/api/v2/sso/corp-adfs-prod',
        sp_sso_uri: 'https://graph.example/api/v2/sso/corp-adfs-prod/login',
        sp_metadata_uri: 'https://graph.example/api/v2/sso/corp-adfs-prod/metadata',
        sp_acs_uri: 'https://graph.example/api/v2/sso/corp-adfs-prod/callback',
        sso_provider_id: { int32: 0, valid: false },
      },
      config: { ...defaults, auto_provision: { enabled: true, default_role_id: 2, role_provision: false } },
      certificates: [],
    });
    const list = (await (await app.call('GET', '/api/v2/saml')).json()) as { data: { saml_providers: object[] } };
    expect(list.data.saml_providers).toEqual([data.details]);
  });

  it('creates a provider of OpenID Connect whose secret is never shown', async () => {
    const created = await oidc({
      name: 'Keycloak',
      issuer: 'https://login.example/realms/corp',
      client_secret: 'open sesame',
      config: { require: { claim: 'groups', any_of: ['graph'] } },
    });
    expect(created).toMatchObject({
      slug: 'keycloak',
      type: 'OIDC',
      login_refusal: null,
      details: {
        issuer: 'https://login.example/realms/corp',
        client_id: 'graphward',
        has_client_secret: true,
        principal_attribute_mappings: [],
      },
      config: { ...defaults, require: { claim: 'groups', any_of: ['graph'] } },
    });
    const texts = await Promise.all([path, '/api/v2/audit'].map(async (it) => (await app.call('GET', it)).text()));
    expect(texts.filter((text) => text.includes('open sesame'))).toEqual([]);
    expect((await app.call('GET', `/api/v2/saml/providers/${created.id}`)).status).toBe(404);
  });

  it.each([
    ['http://login.example', 'has to begin with https://; http:// is for addresses in ALERT_NETWORKS'],
    ['https://127.0.0.1/realms', '127.0.0.1 is an inner address; ALERT_NETWORKS can permit it'],
    ['https://2130706433', '127.0.0.1 is an inner address; ALERT_NETWORKS can permit it'],
    ['https://[::ffff:169.254.169.254]', '::ffff:a9fe:a9fe is an inner address; ALERT_NETWORKS can permit it'],
    ['https://login.microsoftonline.com/common/v2.0', 'stands for several tenants; it takes the issuer of one tenant'],
    [
      'https://login.microsoftonline.com/%63ommon%2Fv2.0',
      'stands for several tenants; it takes the issuer of one tenant',
    ],
    [
      'https://login.microsoftonline.com/{tenantid}/v2.0',
      'stands for several tenants; it takes the issuer of one tenant',
    ],
    ['https://a:b@login.example', 'has credentials'],
    ['login.example', 'is not a URL'],
  ])('refuses the issuer %s', async (issuer, reason) => {
    const answer = await app.call('POST', `${path}/oidc`, { name: 'x', issuer, client_id: 'graphward' });
    expect(await faultsOf(answer)).toEqual([
      400,
      `body.invalid_value body.issuer: ${JSON.stringify(issuer)} is not valid: it ${reason}`,
    ]);
  });

  it('refuses a default role of administrators without leave, and a name without a letter or digit', async () => {
    const config = { auto_provision: { enabled: true, default_role_id: 1 } };
    const given = { name: 'y', issuer: 'https://login.example', client_id: 'graphward' };
    expect(await faultsOf(await app.call('POST', `${path}/oidc`, { ...given, config }))).toEqual([
      400,
      'body.invalid_value body.config.auto_provision.default_role_id: makes every new account an administrator; this needs allow_administrator',
    ]);
    expect(await faultsOf(await app.call('POST', `${path}/oidc`, { ...given, name: '***' }))).toEqual([
      400,
      'body.invalid_value body.name: "***" is not valid; it takes 1 to 256 characters, at least one of them a letter a-z or a digit',
    ]);
  });

  it('tells strangers the names of enabled providers alone, and refuses wrong credentials', async () => {
    const { id } = await oidc({ name: 'Hidden', issuer: 'https://hidden.example' });
    const changed = await app.call('PATCH', `${path}/${id}`, { enabled: false });
    expect([changed.status, await changed.json()]).toMatchObject([200, { data: { enabled: false, slug: 'hidden' } }]);
    const names = [
      { id: expect.any(Number), name: 'Corp ADFS (prod)', type: 'SAML', slug: 'corp-adfs-prod' },
      { id: expect.any(Number), name: 'Keycloak', type: 'OIDC', slug: 'keycloak' },
    ];
    expect(await (await send(app.url, 'GET', path)).json()).toEqual({ data: names });
    expect(await (await app.as('read_only', 'bearer', 'GET', path)).json()).toEqual({ data: names });
    const all = (await (await app.as('auditor', 'bearer', 'GET', path)).json()) as { data: Provider[] };
    expect(all.data.map(({ slug }) => slug)).toEqual(['corp-adfs-prod', 'keycloak', 'hidden']);
    const wrong = await send(app.url, 'GET', path, { headers: { Authorization: 'Bearer nonsense' } });
    expect(wrong.status).toBe(401);
    const about = (await (await send(app.url, 'GET', '/api/v2/about')).json()) as {
      data: { identity_providers: unknown[] };
    };
    expect(about.data.identity_providers).toEqual([
      { slug: 'corp-adfs-prod', name: 'Corp ADFS (prod)', type: 'SAML' },
      { slug: 'keycloak', name: 'Keycloak', type: 'OIDC' },
    ]);
  });

  it('changes a SAML provider by a form, and keeps its slug', async () => {
    const [{ id }] = ((await (await app.call('GET', path)).json()) as { data: Provider[] }).data as [Provider];
    const answer = await form('PATCH', `${path}/${id}`, {
      name: 'ADFS',
      metadata: metadata.replaceAll('idp.example', 'new.example'),
      'config.auto_provision.enabled': 'false',
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      {
        data: {
          slug: 'corp-adfs-prod',
          name: 'ADFS',
          details: { idp_sso_uri: 'https://new.example/sso' },
          config: { auto_provision: { enabled: false, default_role_id: 2 } },
        },
      },
    ]);
    expect(await faultsOf(await app.call('PATCH', `${path}/${id}`, { client_id: 'x' }))).toEqual([
      400,
      'body.unknown_property body.client_id: is not a property of a provider of SAML',
    ]);
  });

  it('makes one signing certificate and answers it to readers as a file', async () => {
    const [{ id }, { id: ofOidc }] = ((await (await app.call('GET', path)).json()) as { data: Provider[] }).data as [
      Provider,
      Provider,
    ];
    const answers = await Promise.all(
      [1, 2].map(() => app.as('auditor', 'bearer', 'GET', `${path}/${id}/signing-certificate`)),
    );
    const [one, other] = await Promise.all(answers.map((it) => it.text()));
    expect(one).toBe(other);
    expect(answers[0]!.headers.get('content-disposition')).toContain('corp-adfs-prod-signing-certificate.pem');
    const certificate = new X509Certificate(one!);
    expect([certificate.subject, certificate.verify(certificate.publicKey)]).toEqual(['CN=Graphward', true]);
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
    expect((await app.call('GET', `${path}/${ofOidc}/signing-certificate`)).status).toBe(404);
  });

  it('gives an account to a provider, which takes its password, and releases it with the provider', async () => {
    const { id } = await oidc({ name: 'Short lived', issuer: 'https://short.example' });
    const account = { name: 'ada', role: 'user', sso_provider_id: id };
    expect(await faultsOf(await app.call('POST', '/api/v2/accounts', { ...account, sso_provider_id: 999 }))).toEqual([
      400,
      'body.invalid_value body.sso_provider_id: there is no such provider',
    ]);
    const made = (await (await app.call('POST', '/api/v2/accounts', account)).json()) as { data: { id: string } };
    expect(made.data).toMatchObject({ name: 'ada', sso_provider_id: { int32: id, valid: true } });
    const target = `/api/v2/accounts/${made.data.id}`;
    const password = 'correct horse battery staple';
    expect(await faultsOf(await app.call('PATCH', target, { password }))).toEqual([
      400,
      'account.has_provider body.password: the account logs in by a provider and has no password; take it away from the provider first',
    ]);
    const deletion = await app.call('DELETE', `${path}/${id}`);
    expect([deletion.status, await deletion.json()]).toMatchObject([
      200,
      { data: { affected_users: [{ id: made.data.id, name: 'ada', sso_provider_id: { int32: 0, valid: false } }] } },
    ]);
    expect((await app.call('PATCH', target, { password })).status).toBe(200);
    expect((await app.call('DELETE', `${path}/${id}`)).status).toBe(404);
  });

  it('never gives the last administrator with a password to a provider', async () => {
    const { id } = await oidc({ name: 'For all', issuer: 'https://all.example' });
    const rows = await app.database.query<{ id: string }>("SELECT id FROM account WHERE role = 'administrator'");
    expect(rows).toHaveLength(1);
    const answer = await app.call('PATCH', `/api/v2/accounts/${rows[0]!.id}`, { sso_provider_id: id });
    expect(await faultsOf(answer)).toEqual([
      409,
      'resource.protected path.account_id: this is the last administrator with a password; it can be neither disabled, demoted, deleted nor given to a provider',
    ]);
  });

  it('records changes in the audit log', async () => {
    const { data } = (await (await app.call('GET', '/api/v2/audit?action=eq:sso_provider.update')).json()) as {
      data: { details: object }[];
    };
    expect(data.map(({ details }) => details)).toContainEqual({ enabled: false });
  });
});
