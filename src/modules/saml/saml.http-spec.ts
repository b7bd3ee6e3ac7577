import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Request } from 'express';
import { httpApp, type HttpApp } from '../../../test/support/http-app.js';
import { ConflictError } from '../../base/errors.js';
import { noAuditNote, withoutAudit } from '../../auth/audit/audit.fixture.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { Settings } from '../../base/config/settings.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { GroupRolesService } from '../../auth/sso/group-roles/group-roles.service.js';
import { SessionsService } from '../../auth/sessions/sessions.service.js';
import { defaultProviderConfig, type SsoProvider } from '../../auth/sso/providers/sso-provider.js';
import { SsoProvidersRepository } from '../../auth/sso/providers/sso-providers.repository.js';
import { SsoProvidersService } from '../../auth/sso/providers/sso-providers.service.js';
import { OutwardDoor } from '../../base/outwards/outward-door.js';
import { SamlController } from './saml.controller.js';
import { SamlService } from './saml.service.js';

const metadata = `<EntityDescriptor entityID="https://idp.example/id"><IDPSSODescriptor><SingleSignOnService
  Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`;

const provider: SsoProvider = {
  id: 7,
  createdAt: new Date('2026-03-01T10:00:00.123Z'),
  updatedAt: new Date('2026-03-02T10:00:00Z'),
  kind: 'SAML',
  slug: 'corp-adfs',
  displayName: 'corp-adfs',
  enabled: true,
  issuer: 'https://idp.example/id',
  ssoUrl: 'https://idp.example/sso',
  clientId: null,
  hasClientSecret: false,
  certificates: [],
  config: defaultProviderConfig,
  principalAttributeMappings: [],
  ssoProviderId: null,
};

const repository = {
  findAll: jest.fn<SsoProvidersRepository['findAll']>().mockResolvedValue([provider]),
  findById: jest.fn<SsoProvidersRepository['findById']>(),
  insert: jest.fn<SsoProvidersRepository['insert']>(),
  delete: jest.fn<SsoProvidersRepository['delete']>(),
};

/** Stands in for the authentication, which these tests leave out. */
const signedIn = {
  canActivate: (context: ExecutionContext): boolean => {
    context.switchToHttp().getRequest<Request>().user = { id: 'a-caller' } as Express.User;
    return true;
  },
};

function start(environment: Record<string, string>): Promise<HttpApp> {
  const providers = [
    SamlService,
    SsoProvidersService,
    withoutAudit,
    { provide: SsoProvidersRepository, useValue: repository },
    { provide: AccountsService, useValue: {} },
    { provide: GroupRolesService, useValue: { endSessions: () => Promise.resolve() } },
    { provide: SessionsService, useValue: {} },
    { provide: OutwardDoor, useValue: {} },
    { provide: Settings, useValue: loadSettings(environment) },
    { provide: APP_GUARD, useValue: signedIn },
  ];
  return httpApp([SamlController], providers, environment);
}

function form(parts: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  return data;
}

function onWire(base: string) {
  return {
    id: 7,
    created_at: '2026-03-01T10:00:00.123Z',
    updated_at: '2026-03-02T10:00:00.000Z',
    deleted_at: { time: null, valid: false },
    name: 'corp-adfs',
    display_name: 'corp-adfs',
    idp_issuer_uri: 'https://idp.example/id',
    idp_sso_uri: 'https://idp.example/sso',
    principal_attribute_mappings: [],
    sp_issuer_uri: `${base}/api/v2/sso/corp-adfs`,
    sp_sso_uri: `${base}/api/v2/sso/corp-adfs/login`,
    sp_metadata_uri: `${base}/api/v2/sso/corp-adfs/metadata`,
    sp_acs_uri: `${base}/api/v2/sso/corp-adfs/callback`,
    sso_provider_id: { int32: 0, valid: false },
  };
}

describe('SAML providers over HTTP', () => {
  let http: HttpApp;
  beforeAll(async () => {
    http = await start({});
  });
  afterAll(() => http.close());

  const create = (body: FormData) => fetch(`${http.url}/api/v2/saml/providers`, { method: 'POST', body });

  it('lists the providers with addresses on the host of the request', async () => {
    const response = await fetch(`${http.url}/api/v2/saml`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: { saml_providers: [onWire(http.url)] } });
  });

  it('ignores forwarded headers of a proxy that is not trusted', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
    const response = await fetch(`${http.url}/api/v2/saml`, { headers });
    expect(await response.json()).toEqual({ data: { saml_providers: [onWire(http.url)] } });
  });

  it('uses forwarded headers of a trusted proxy', async () => {
    const proxied = await start({ TRUSTED_PROXIES: 'loopback' });
    const headers = { 'X-Forwarded-Host': 'graph.example', 'X-Forwarded-Proto': 'https' };
    const response = await fetch(`${proxied.url}/api/v2/saml`, { headers });
    expect(await response.json()).toEqual({ data: { saml_providers: [onWire('https://graph.example')] } });
    await proxied.close();
  });

  it('prefers PUBLIC_URL to the host of the request', async () => {
    const published = await start({ PUBLIC_URL: 'https://graph.example/base/' });
    const response = await fetch(`${published.url}/api/v2/saml`);
    expect(await response.json()).toEqual({ data: { saml_providers: [onWire('https://graph.example/base')] } });
    await published.close();
  });

  it('creates a provider from a name and a metadata file', async () => {
    repository.insert.mockResolvedValueOnce(provider);
    const response = await create(form({ name: 'corp-adfs', metadata: new Blob([metadata], { type: 'text/xml' }) }));
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ data: onWire(http.url) });
    expect(repository.insert).toHaveBeenCalledWith(
      {
        kind: 'SAML',
        slug: 'corp-adfs',
        displayName: 'corp-adfs',
        issuer: 'https://idp.example/id',
        ssoUrl: 'https://idp.example/sso',
        certificates: [],
      },
      noAuditNote,
    );
  });

  it('returns 400 with the faults of the name and of the metadata', async () => {
    const response = await create(form({ name: 'Corp ADFS', metadata: '<html/>' }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      http_status: 400,
      errors: [
        {
          code: 'body.invalid_value',
          context: 'body.name',
          message: '"Corp ADFS" is not valid; it takes 1 to 64 characters out of a-z, 0-9 and -',
        },
        {
          code: 'saml.invalid_metadata',
          context: 'body.metadata',
          message: 'the metadata has the root element html; expected EntityDescriptor or EntitiesDescriptor',
        },
      ],
    });
  });

  it('returns 400 for missing and for unknown parts', async () => {
    const response = await create(form({ name: 'corp-adfs', metadata_url: 'https://idp.example' }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [
        { code: 'body.missing_property', context: 'body.metadata', message: 'the part is missing' },
        {
          code: 'body.unknown_property',
          context: 'body.metadata_url',
          message: 'this operation does not know the part',
        },
      ],
    });
  });

  it('returns 409 if the name is taken', async () => {
    repository.insert.mockRejectedValueOnce(ConflictError.at('resource.name_taken', 'body.name', 'taken'));
    const response = await create(form({ name: 'corp-adfs', metadata }));
    expect(response.status).toBe(409);
  });

  it('returns 413 for metadata that is too large', async () => {
    const response = await create(form({ name: 'corp-adfs', metadata: 'x'.repeat(1_048_577) }));
    expect(response.status).toBe(413);
  });

  it('returns 415 for JSON', async () => {
    const response = await fetch(`${http.url}/api/v2/saml/providers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(415);
  });

  it('returns a provider, and 404 for an unknown id', async () => {
    repository.findById.mockResolvedValueOnce(provider).mockResolvedValueOnce(null);
    const found = await fetch(`${http.url}/api/v2/saml/providers/7`);
    expect(await found.json()).toEqual({ data: onWire(http.url) });
    const missing = await fetch(`${http.url}/api/v2/saml/providers/8`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({
      errors: [{ code: 'resource.not_found', context: 'path.provider_id', message: 'there is no SAML provider 8' }],
    });
  });

  it('returns 204 for a deletion and 404 for a second one', async () => {
    repository.delete.mockResolvedValueOnce([]).mockResolvedValueOnce(null);
    const first = await fetch(`${http.url}/api/v2/saml/providers/7`, { method: 'DELETE' });
    expect([first.status, await first.text()]).toEqual([204, '']);
    const second = await fetch(`${http.url}/api/v2/saml/providers/7`, { method: 'DELETE' });
    expect(second.status).toBe(404);
  });

  it('returns 400 for a query parameter, because the list has none', async () => {
    const response = await fetch(`${http.url}/api/v2/saml?limit=1`);
    expect(response.status).toBe(400);
  });
});
