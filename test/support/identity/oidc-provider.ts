import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Claims by the id of the person. */
export type People = Map<string, Record<string, unknown>>;

export interface OidcTestProvider {
  readonly issuer: string;
  readonly people: People;
  /** Id of the person who logs in next. */
  person: string;
  /** Replaces the ID token of the next answers. */
  forge: ((token: string) => string | Promise<string>) | undefined;
  /** Answers requests in place of the provider; returns false to leave one to it. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Paths that were asked. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** Starts an OpenID provider in this process, whose people log in without a question. @param redirects addresses of the relying party */
export async function oidcTestProvider(
  redirects: readonly string[],
  clientIds = ['graphward'],
): Promise<OidcTestProvider> {
  // The issuer is known only when the server listens.
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people: People = new Map();
  const state: OidcTestProvider = {
    issuer,
    people,
    person: '',
    forge: undefined,
    intercept: undefined,
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const provider = new Provider(issuer, {
    clients: clientIds.map((client_id) => ({
      client_id,
      redirect_uris: [...redirects],
      token_endpoint_auth_method: 'none' as const,
      response_types: ['code' as const],
      grant_types: ['authorization_code'],
    })),
    claims: {
      openid: ['sub', 'tid', 'oid'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'preferred_username', 'roles', 'groups'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of tests'] },
    // Silences notes about defaults.
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => Promise.resolve({ ...people.get(id), sub: id }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer);
    state.asked.push(pathname);
    if (state.intercept?.(request, response)) return;
    if (pathname.startsWith('/interaction/')) void interact(provider, state.person, request, response);
    else {
      if (pathname === '/token' && state.forge) replaceToken(response, state.forge);
      void callback(request, response);
    }
  });
  return state;
}

async function interact(provider: Provider, person: string, request: IncomingMessage, response: ServerResponse) {
  const { prompt, params } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: person, remember: false } });
  const grant = new provider.Grant({ accountId: person, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid profile email');
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

function replaceToken(response: ServerResponse, forge: NonNullable<OidcTestProvider['forge']>): void {
  const end = response.end.bind(response);
  response.end = ((body: string) => {
    void (async () => {
      const tokens = JSON.parse(body) as { id_token?: string };
      if (tokens.id_token !== undefined) tokens.id_token = await forge(tokens.id_token);
      const text = JSON.stringify(tokens);
      response.setHeader('Content-Length', Buffer.byteLength(text));
      end(text);
    })();
    return response;
  }) as typeof response.end;
}
