import { Injectable } from '@nestjs/common';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { Settings } from '../../base/config/settings.js';
import { ForbiddenError, UnauthenticatedError } from '../../base/errors.js';
import type { Principal } from '../../auth/principal.js';
import { originOf } from '../../http/input/request-origin.decorator.js';
import { timesGiven } from '../../http/request/request.middleware.js';
import { McpService } from './server/mcp.service.js';

/** Headers of the protocol that its library reads. */
const known = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];

/** One request of the protocol as HTTP. */
@Injectable()
export class McpExchange {
  constructor(
    private readonly service: McpService,
    private readonly settings: Settings,
  ) {}

  /** @throws ForbiddenError if a page of another site calls; UnauthenticatedError if only a cookie proves the caller */
  async answer(caller: Principal, body: object, request: HttpRequest, response: HttpResponse): Promise<void> {
    this.requireOwnOrigin(request);
    if (timesGiven(request, 'authorization') === 0) throw new UnauthenticatedError('a cookie does not open /mcp');
    const ending = new AbortController();
    request.state.deadline.signal.throwIfAborted();
    response.once('close', () => ending.abort());
    const answer = await this.service.answer(caller, asWebRequest(request, body), body, ending.signal);
    await send(answer, response);
  }

  /** Browsers name the page that calls. Programs send no Origin. */
  private requireOwnOrigin(request: HttpRequest): void {
    const { origin } = request.headers;
    if (origin === undefined) return;
    const { publicUrl } = this.settings;
    const own = [originOf(request), ...(publicUrl ? [new URL(publicUrl).origin] : [])];
    if (!own.includes(origin)) throw new ForbiddenError(`pages of ${origin} may not call /mcp`);
  }
}

function asWebRequest(request: HttpRequest, body: object): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if ((known.includes(name) || name.startsWith('mcp-param-')) && typeof value === 'string') headers.set(name, value);
  return new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
}

async function send(answer: Response, response: HttpResponse): Promise<void> {
  // The deadline may have answered in the meantime.
  if (response.headersSent) return;
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  if (answer.body === null) {
    response.end();
    return;
  }
  const text = Buffer.from(await answer.arrayBuffer());
  response.end(text);
}
