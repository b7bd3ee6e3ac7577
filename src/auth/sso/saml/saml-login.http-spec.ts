import { createVerify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../../test/support/app.js';
import { TestBrowser, type Visited } from '../../../../test/support/identity/browser.js';
import {
  emailClaim,
  readRequest,
  roleClaim,
  type SamlAnswer,
  SamlTestProvider,
} from '../../../../test/support/identity/saml-provider.js';
import { type ServiceHome, serviceHome } from '../../../../test/support/test-database.js';
import { wrapped } from '../../../../test/support/identity/signature-wrapping.js';
import { SsoKeysService } from '../keys/sso-keys.service.js';
import { type CertifiedKey, selfSigned } from '../keys/self-signed-certificate.js';

const origin = 'https://graph.example';
const sp = `${origin}/api/v2/sso/idp`;
const callback = `${sp}/callback`;

interface Account {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

async function begin(by: TestBrowser, query = ''): Promise<{ id: string; url: URL; relayState: string }> {
  const { location } = await by.step(`${sp}/login${query}`);
  return { url: location!, id: readRequest(location!).id, relayState: location!.searchParams.get('RelayState')! };
}

function post(by: TestBrowser, xml: string, more: Record<string, string> = {}, target = callback): Promise<Visited> {
  return by.step(target, { SAMLResponse: Buffer.from(xml).toString('base64'), ...more });
}

const person = (name: string): SamlAnswer => ({
  nameId: `id-of-${name}`,
  claims: { [emailClaim]: `${name}@corp.example` },
});

async function self(by: TestBrowser): Promise<Account | number> {
  const headers = { 'X-Requested-With': 'graphward', 'Sec-Fetch-Site': 'same-origin' };
  const { status, text } = await by.step(`${origin}/api/v2/self`, undefined, headers);
  return status === 200 ? (JSON.parse(text) as { data: Account }).data : status;
}

const withoutSignature = (xml: string) => xml.replace(/<Signature .*?<\/Signature>/s, '');

const damaged = (xml: string) => xml.replace(/<SignatureValue>..../, '<SignatureValue>AAAA');

const defaults = {
  auto_provision: { enabled: true, default_role_id: 3, role_provision: true },
  require_signed_response: false,
  subject: null,
};

/** The number of certificates in our metadata. */
async function announced(by: TestBrowser): Promise<number | undefined> {
  return (await by.step(`${sp}/metadata`)).text.match(/use="signing"/g)?.length;
}

describe('logins by SAML', () => {
  let home: ServiceHome;
  let app: TestApp;
  /** Another instance of the same service. */
  let second: TestApp;
  let idp: SamlTestProvider;
  let other: CertifiedKey;
  let providerId: number;

  const browser = (url = app.url) => new TestBrowser({ 'graph.example': url });

  /** A whole login. @returns the last answer */
  async function logIn(by: TestBrowser, answer: SamlAnswer, change: (xml: string) => string = (xml) => xml) {
    const { id } = await begin(by);
    return post(by, change(await idp.respond({ inResponseTo: id, ...answer })));
  }

  async function lastReason(): Promise<string> {
    const query = 'action=eq:login&outcome=eq:failure&sort_by=-id&limit=1';
    const { data } = (await (await app.call('GET', `/api/v2/audit?${query}`)).json()) as {
      data: { details: { reason: string } }[];
    };
    return data[0]!.details.reason;
  }

  /** @returns why a login was refused, after its browser has got no session */
  async function refusal(answer: SamlAnswer, change?: (xml: string) => string): Promise<string> {
    const by = browser();
    const { location } = await logIn(by, answer, change);
    expect(location?.searchParams.get('login')).toBe('failed');
    expect(await self(by)).toBe(401);
    return lastReason();
  }

  async function form(method: string, target: string, parts: Record<string, string>): Promise<Response> {
    const data = new FormData();
    for (const [name, value] of Object.entries(parts)) data.append(name, value);
    const request = new Request('http://x', { method: 'POST', body: data });
    const headers = { 'Content-Type': request.headers.get('content-type')! };
    const body = Buffer.from(await request.arrayBuffer());
    return app.as('administrator', 'bearer', method, target, { body, headers });
  }

  async function configure(config: object): Promise<void> {
    expect((await app.call('PATCH', `/api/v2/sso-providers/${providerId}`, { config })).status).toBe(200);
  }

  beforeAll(async () => {
    [idp, other] = await Promise.all([SamlTestProvider.start(sp), selfSigned('other.example', new Date())]);
    home = await serviceHome();
    const environment = { PUBLIC_URL: origin, TRUSTED_PROXIES: 'loopback' };
    app = await testApp({ edition: 'community', environment, home });
    second = await testApp({ edition: 'community', environment, home });
    const answer = await form('POST', '/api/v2/sso-providers/saml', { name: 'idp', metadata: idp.metadata() });
    providerId = ((await answer.json()) as { data: { id: number } }).data.id;
  });
  afterAll(async () => {
    await second.close();
    await app.close();
    await home.remove();
  });
  beforeEach(() => configure(defaults));

  it('sends a signed request without a question for the way of the login', async () => {
    const { url } = await begin(browser());
    expect(url.origin + url.pathname).toBe(idp.ssoUrl);
    expect(url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const certificate = await (await app.call('GET', `/api/v2/sso-providers/${providerId}/signing-certificate`)).text();
    const signed = url.search.slice(1).split('&Signature=')[0]!;
    const signature = Buffer.from(url.searchParams.get('Signature')!, 'base64');
    expect(createVerify('sha256').update(signed).verify(certificate, signature)).toBe(true);
    const { xml } = readRequest(url);
    expect(xml).toContain(`AssertionConsumerServiceURL="${callback}"`);
    expect(xml).toContain(`Destination="${idp.ssoUrl}"`);
    expect(xml).not.toContain('RequestedAuthnContext');
    expect(xml).toMatch(/ ID="_[0-9a-f]{40}"/);
  });

  it('asks the provider to ask the person again, and counts the login from when the person has proven it', async () => {
    const by = browser();
    expect(readRequest((await begin(by)).url).xml).not.toContain('ForceAuthn');
    const { id, url } = await begin(by, '?reauthenticate=true');
    expect(readRequest(url).xml).toContain(' ForceAuthn="true"');
    const response = await idp.respond({ ...person('nora'), inResponseTo: id });
    await post(by, response);
    const [stored] = await app.database.query<{ at: Date }>(
      `SELECT authenticated_at AS at FROM session JOIN account ON account.id = account_id WHERE name = 'nora@corp.example'`,
    );
    expect(stored!.at.toISOString()).toBe(/AuthnInstant="([^"]*)"/.exec(response)![1]);
  });

  it('shows signed metadata without a key for encryption', async () => {
    const { status, text, headers } = await browser().step(`${sp}/metadata`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml']);
    expect(text).toContain(`entityID="${sp}"`);
    expect(text).toContain(`Location="${callback}"`);
    expect(text.match(/<KeyDescriptor use="(\w+)"/g)).toEqual(['<KeyDescriptor use="signing"']);
    expect(text).toContain('<Signature ');
  });

  it('announces a second key in the metadata, and signs by the first until the rotation ends', async () => {
    const keys = app.app.get(SsoKeysService, { strict: false });
    const signer = async () => {
      const { url } = await begin(browser());
      const signed = createVerify('sha256').update(url.search.slice(1).split('&Signature=')[0]!);
      const signature = Buffer.from(url.searchParams.get('Signature')!, 'base64');
      return signed.verify((await keys.certificates())[0]!, signature);
    };
    await keys.beginRotation();
    const [first, second] = await keys.certificates();
    expect([await announced(browser()), await signer()]).toEqual([2, true]);
    await keys.finishRotation();
    expect(await keys.certificates()).toEqual([second]);
    expect(first).not.toBe(second);
    expect([await announced(browser()), await signer()]).toEqual([1, true]);
  });

  it('makes an account at the first login and finds it again by the NameID', async () => {
    const ada = browser();
    const claims = { [emailClaim]: 'ada@corp.example', [roleClaim]: ['bh-auditor'] };
    const { id, relayState } = await begin(ada, '?return_to=/ui/paths');
    const first = await post(ada, await idp.respond({ nameId: 'n-ada', inResponseTo: id, claims }), {
      RelayState: relayState,
    });
    expect([first.status, first.location!.href]).toEqual([302, `${origin}/ui/paths`]);
    expect(first.headers.getSetCookie()[1]).toMatch(
      /^__Host-graphward-443=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const account = await self(ada);
    expect(account).toMatchObject({ name: 'ada@corp.example', role: 'auditor' });
    const again = browser();
    await logIn(again, { nameId: 'n-ada', claims: { [emailClaim]: 'renamed@corp.example' } });
    expect(await self(again)).toMatchObject({
      id: (account as Account).id,
      name: 'ada@corp.example',
      role: 'read_only',
    });
  });

  it.each([
    ['the assertion alone', {}],
    ['the Response alone', { signResponse: true, signAssertion: false }],
    ['both', { signResponse: true }],
  ])('takes a signature of %s', async (_what, signed) => {
    expect((await logIn(browser(), { ...person('signed'), ...signed })).location!.href).toBe(`${origin}/ui/`);
  });

  it('can require a signed Response', async () => {
    await configure({ require_signed_response: true });
    expect(await refusal(person('signed'))).toBe('Invalid document signature');
    const both = { ...person('signed'), signResponse: true };
    expect((await logIn(browser(), both)).location!.href).toBe(`${origin}/ui/`);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('refuses a wrapped signature, way %i', async (way) => {
    const signed = way <= 2 ? { signResponse: true, signAssertion: false } : {};
    const by = browser();
    const { location } = await logIn(by, { ...person('mallory'), ...signed }, (xml) => {
      const evil = wrapped(way, xml, 'mallory', 'victim');
      expect(evil).toContain('victim@corp.example');
      return evil;
    });
    expect(location!.searchParams.get('login')).toBe('failed');
    expect(await self(by)).toBe(401);
    expect(await lastReason()).toMatch(
      /assertions|a signature is at a place|Invalid signature|not a child|document signature/,
    );
  });

  it.each<[string, SamlAnswer, ((xml: string) => string) | undefined, string | RegExp]>([
    ['no signature', person('x'), withoutSignature, 'neither the Response nor its assertion is signed'],
    ['a changed name', person('x'), (xml) => xml.replaceAll('x@corp', 'admin@corp'), 'Invalid signature'],
    [
      'a wrong signature of the Response beside a right one of the assertion',
      { ...person('x'), signResponse: true },
      damaged,
      'Invalid document signature',
    ],
    [
      'SHA-1 as signature',
      { ...person('x'), signatureAlgorithm: 'rsa-sha1' },
      undefined,
      'the SignatureMethod http://www.w3.org/2000/09/xmldsig#rsa-sha1 is not accepted; SHA-256 or more is',
    ],
    [
      'SHA-1 as digest',
      { ...person('x'), digestAlgorithm: 'sha1' },
      undefined,
      'the DigestMethod http://www.w3.org/2000/09/xmldsig#sha1 is not accepted; SHA-256 or more is',
    ],
    ['an expired assertion', { ...person('x'), lifetimeInSeconds: -120 }, undefined, /expired/],
    [
      'another audience',
      { ...person('x'), audience: 'https://other.example' },
      undefined,
      /^SAML assertion audience mismatch/,
    ],
    ['no audience', { ...person('x'), audience: '' }, undefined, /AudienceRestriction|names no audience/],
    [
      'no recipient',
      { ...person('x'), recipient: '' },
      undefined,
      `no subject confirmation fits: its recipient is undefined; expected ${callback}`,
    ],
    [
      'another recipient',
      { ...person('x'), recipient: 'https://other.example/callback' },
      undefined,
      `no subject confirmation fits: its recipient is "https://other.example/callback"; expected ${callback}`,
    ],
    [
      'another destination',
      { ...person('x'), signResponse: true, destination: 'https://other.example/callback' },
      undefined,
      `the destination of the Response is https://other.example/callback; expected ${callback}`,
    ],
    [
      'another issuer',
      { ...person('x'), issuer: 'https://evil.example/metadata' },
      undefined,
      'the issuer of the Response is https://evil.example/metadata; expected https://idp.example/metadata',
    ],
    [
      'a status that is no success',
      { ...person('x'), samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
      undefined,
      'the provider reports urn:oasis:names:tc:SAML:2.0:status:Responder',
    ],
    [
      'a NameID that is not stable',
      { ...person('x'), nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' },
      undefined,
      'the NameID is not persistent (urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified); set the subject to a stable attribute',
    ],
    [
      'a document type',
      person('x'),
      (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}`,
      'the message has a document type (<!DOCTYPE>) or defines entities; neither is accepted',
    ],
    ['another root', person('x'), () => '<LogoutResponse/>', 'the message is a LogoutResponse, not a Response'],
    ['text that is no XML', person('x'), () => 'hello', /^the message is not well-formed XML/],
    [
      'an encrypted assertion',
      person('x'),
      (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion'),
      'the assertion is encrypted; this service has no key for that, so switch the encryption off',
    ],
  ])('refuses %s', async (_what, answer, change, reason) => {
    expect(await refusal(answer, change)).toMatch(reason);
  });

  it('refuses an assertion of another key, also if the message brings its certificate along', async () => {
    expect(await refusal({ ...person('x'), key: other })).toBe('Invalid signature');
  });

  /** @returns why a login is refused if the clock of the provider is off, or where it ends */
  async function withClockOff(milliseconds: number): Promise<string> {
    const by = browser();
    const { id } = await begin(by);
    const now = Date.now;
    Date.now = () => now() + milliseconds;
    const xml = await idp.respond({ ...person('clock'), inResponseTo: id }).finally(() => (Date.now = now));
    const { location } = await post(by, xml);
    return location!.searchParams.get('login') === 'failed' ? lastReason() : location!.pathname;
  }

  it('refuses an assertion that is not valid yet, and forgives a clock that is off by 50 seconds', async () => {
    expect(await withClockOff(3_600_000)).toBe('SAML assertion not yet valid');
    expect(await withClockOff(-3_600_000)).toMatch(/expired/);
    expect(await withClockOff(50_000)).toBe('/ui/');
    expect(await withClockOff(-340_000)).toBe('/ui/');
    expect(await withClockOff(-370_000)).toMatch(/expired/);
  });

  it('reads a name whole that has a comment in it', async () => {
    const by = browser();
    const answer = { ...person('x'), nameId: 'n-comment', claims: { [emailClaim]: 'admin@corp.example.evil.example' } };
    const { location } = await logIn(by, answer, (xml) =>
      xml.replace('corp.example.evil', 'corp.example<!-- -->.evil'),
    );
    expect(location!.href).toBe(`${origin}/ui/`);
    expect(await self(by)).toMatchObject({ name: 'admin@corp.example.evil.example' });
  });

  it('refuses an answer to another request, and one to none', async () => {
    expect(await refusal({ ...person('x'), inResponseTo: '_another' })).toBe(
      'this browser has begun no login that the answer fits: it names _another',
    );
    const by = browser();
    const { location } = await post(by, await idp.respond(person('x')));
    expect(location!.searchParams.get('login')).toBe('failed');
    expect(await lastReason()).toBe('this browser has begun no login that the answer fits: it names no request');
  });

  it('asks the page whether to log in if the login began at the provider, and that is allowed', async () => {
    await configure({ allow_idp_initiated: true });
    const by = browser();
    const answer = await post(by, await idp.respond(person('x')));
    expect(answer.location!.href).toBe(`${origin}/ui/?login=confirm&provider=idp`);
    expect(answer.headers.getSetCookie()).toEqual([]);
    await configure({ allow_idp_initiated: false });
  });

  it("refuses an attacker's answer in the browser of another person", async () => {
    const { id } = await begin(browser());
    const victim = browser();
    await begin(victim);
    const { location } = await post(victim, await idp.respond({ ...person('mallory'), inResponseTo: id }));
    expect(location!.searchParams.get('login')).toBe('failed');
    expect(await self(victim)).toBe(401);
  });

  it('refuses the assertion of another request under a Response that names the right one', async () => {
    const { id: stolen } = await begin(browser());
    const by = browser();
    const { id } = await begin(by);
    const xml = await idp.respond({ ...person('x'), inResponseTo: stolen });
    await post(by, xml.replace(`InResponseTo="${stolen}"`, `InResponseTo="${id}"`));
    expect(await lastReason()).toBe(`no subject confirmation fits: it answers ${stolen}; expected ${id}`);
    expect(await self(by)).toBe(401);
  });

  it('ignores a RelayState that leads to another site', async () => {
    const by = browser();
    const { id } = await begin(by);
    const xml = await idp.respond({ ...person('relay'), inResponseTo: id });
    expect((await post(by, xml, { RelayState: 'https://evil.example/' })).location!.href).toBe(`${origin}/ui/`);
  });

  it('opens one session for one answer, also at two instances at once', async () => {
    const by = browser();
    const { id } = await begin(by);
    const xml = await idp.respond({ ...person('replay'), inResponseTo: id });
    const copy = browser(second.url);
    copy.jars.set('graph.example', new Map(by.cookies('graph.example')));
    const third = browser();
    third.jars.set('graph.example', new Map(by.cookies('graph.example')));
    const ends = await Promise.all([post(by, xml), post(copy, xml)]);
    expect(ends.map(({ location }) => location!.search.slice(0, 13)).toSorted()).toEqual(['', '?login=failed']);
    expect((await post(third, xml)).location!.searchParams.get('login')).toBe('failed');
    expect(await lastReason()).toMatch(/^the message (?:assertion|request) .* has opened a session before$/);
  });

  it('changes nothing by an answer that was used, such as the role of before', async () => {
    const by = browser();
    const { id } = await begin(by);
    const claims = { [emailClaim]: 'former@corp.example', [roleClaim]: ['bh-power_user'] };
    const xml = await idp.respond({ nameId: 'n-former', inResponseTo: id, claims });
    const copy = browser();
    copy.jars.set('graph.example', new Map(by.cookies('graph.example')));
    await post(by, xml);
    expect(await self(by)).toMatchObject({ role: 'power_user' });
    const now = browser();
    await logIn(now, { nameId: 'n-former', claims: { ...claims, [roleClaim]: ['bh-auditor'] } });
    expect((await post(copy, xml)).location!.searchParams.get('login')).toBe('failed');
    expect(await self(now)).toMatchObject({ role: 'auditor' });
  });

  it('takes both certificates while the provider rolls them, and names how to mend a stale one', async () => {
    const target = `/api/v2/sso-providers/${providerId}`;
    expect((await form('PATCH', target, { metadata: idp.metadata(idp.key, other) })).status).toBe(200);
    for (const key of [idp.key, other])
      expect((await logIn(browser(), { ...person('rolled'), key })).location!.href).toBe(`${origin}/ui/`);
    expect((await form('PATCH', target, { metadata: idp.metadata(idp.key) })).status).toBe(200);
    expect(await refusal({ ...person('rolled'), key: other })).toBe('Invalid signature');
  });

  it('binds by the attribute that the configuration names', async () => {
    await configure({ subject: 'employeeNumber' });
    const answer = { nameId: 'n-1', claims: { [emailClaim]: 'number@corp.example', employeeNumber: '4711' } };
    await logIn(browser(), answer);
    const rows = await app.database.query("SELECT sso_subject AS s FROM account WHERE name = 'number@corp.example'");
    expect(rows).toEqual([{ s: `${idp.issuer} 4711` }]);
    expect(await refusal({ nameId: 'n-1', claims: { [emailClaim]: 'number@corp.example' } })).toBe(
      'the assertion lacks the attribute employeeNumber, which is the subject',
    );
  });

  it('refuses a provider whose metadata had no certificate, with its code', async () => {
    const metadata = idp.metadata().replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, '');
    await form('POST', '/api/v2/sso-providers/saml', { name: 'bare', metadata });
    const target = `${origin}/api/v2/sso/bare/login`;
    const { status, text } = await browser().step(target, undefined, { Accept: 'application/json' });
    expect([status, JSON.parse(text)]).toMatchObject([409, { errors: [{ code: 'sso.no_certificate' }] }]);
  });

  it('refuses a form that is too large', async () => {
    const { status } = await post(browser(), 'x'.repeat(262_144));
    expect(status).toBe(413);
  });
});
