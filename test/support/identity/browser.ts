import { send } from '../signed-client.js';

export interface Visited {
  readonly url: URL;
  readonly status: number;
  /** Where the answer redirects to. */
  readonly location: URL | undefined;
  readonly text: string;
  readonly headers: Headers;
}

/** A browser with cookies that goes where redirects lead, one step at a time if asked. */
export class TestBrowser {
  /** By host, then by name. */
  readonly jars = new Map<string, Map<string, string>>();

  /** @param servers URLs of servers that stand for other hosts: `graph.example` */
  constructor(private readonly servers: Readonly<Record<string, string>>) {}

  cookies(host: string): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }

  /** One request. @param form is sent by POST */
  async step(target: string | URL, form?: Readonly<Record<string, string>>, headers = {}): Promise<Visited> {
    const url = new URL(target);
    const jar = this.cookies(url.host);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(this.servers[url.host] ?? url.origin, form ? 'POST' : 'GET', url.pathname + url.search, {
      headers: {
        Host: url.host,
        Accept: 'text/html',
        ...(cookie && { Cookie: cookie }),
        ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    keep(answer.headers.getSetCookie(), jar);
    const location = answer.headers.get('location');
    return {
      url,
      status: answer.status,
      location: location === null ? undefined : new URL(location, url),
      text: await answer.text(),
      headers: answer.headers,
    };
  }

  /** Follows redirects until one leads to an address that `stops`, or none is left. @returns that address, or the last one */
  async follow(target: string | URL, stops: (url: URL) => boolean = () => false): Promise<URL> {
    let url = new URL(target);
    for (let hops = 0; hops < 20; hops++) {
      const { location } = await this.step(url);
      if (!location) return url;
      url = location;
      if (stops(url)) return url;
    }
    throw new Error(`redirected too often, last to ${url.href}`);
  }
}

function keep(lines: readonly string[], jar: Map<string, string>): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}
