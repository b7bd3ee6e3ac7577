/** The parts of packages without types that the providers of tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Interaction {
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
  }

  interface Configuration {
    readonly clients: readonly object[];
    readonly claims: object;
    readonly conformIdTokenClaims: boolean;
    readonly cookies: object;
    readonly ttl: object;
    readonly features: object;
    readonly findAccount: (context: unknown, id: string) => object;
    readonly interactions: { readonly url: (context: unknown, interaction: { readonly uid: string }) => string };
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (properties: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}

declare module 'samlp' {
  const samlp: {
    getSamlResponse(options: object, user: object, done: (error: unknown, response: string) => void): void;
  };
  export default samlp;
}
