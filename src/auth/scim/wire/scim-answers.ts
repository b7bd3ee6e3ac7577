import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { isJsonObject, type JsonObject } from '../../../base/values/json-object.js';
import { originOf } from '../../../http/input/request-origin.decorator.js';
import { queryParameters } from '../../../http/input/route-inputs.js';
import { scimBase, scimType } from '../../../http/errors/scim-error.js';
import { SsoProvidersService } from '../../sso/providers/sso-providers.service.js';
import { attributeName } from '../filter/scim-filter.js';

/** Gives answers their media type, their address and their version, and only the attributes that were asked for. */
@Injectable()
export class ScimAnswers implements NestInterceptor {
  constructor(private readonly providers: SsoProvidersService) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(map((body) => this.finish(body, request, response)));
  }

  private finish(body: unknown, request: Request, response: Response): unknown {
    if (!isJsonObject(body)) return body;
    response.setHeader('Content-Type', scimType);
    const base = `${this.providers.baseUrl(originOf(request))}${scimBase}`;
    const chosen = choiceOf(request.url);
    const { Resources } = body;
    if (Array.isArray(Resources)) return { ...body, Resources: Resources.map((it) => chosen(withLocation(it, base))) };
    const resource = withLocation(body, base);
    if (isJsonObject(resource['meta'])) nameIn(response, resource['meta']);
    return chosen(resource);
  }
}

function nameIn(response: Response, { version, location }: JsonObject): void {
  if (typeof version !== 'string' || typeof location !== 'string') return;
  response.setHeader('ETag', version);
  if (response.statusCode === 201) response.setHeader('Location', location);
}

function withLocation(resource: unknown, base: string): JsonObject {
  if (!isJsonObject(resource)) return {};
  const { id, meta } = resource;
  if (!isJsonObject(meta) || typeof id !== 'string') return resource;
  return { ...resource, meta: { ...meta, location: `${base}/${String(meta['resourceType'])}s/${id}` } };
}

/** Attributes that every answer has. */
const always: ReadonlySet<string> = new Set(['schemas', 'id', 'meta']);

/** Leaves out what `attributes` does not name, or what `excludedAttributes` names. */
function choiceOf(target: string): (resource: JsonObject) => JsonObject {
  const query = Object.fromEntries(queryParameters(target));
  const [wanted, unwanted] = [namesOf(query['attributes']), namesOf(query['excludedAttributes'])];
  if (wanted.size === 0 && unwanted.size === 0) return (resource) => resource;
  const isChosen = (name: string) => (wanted.size > 0 ? wanted.has(name) : !unwanted.has(name));
  return (resource) =>
    Object.fromEntries(Object.entries(resource).filter(([it]) => always.has(it) || isChosen(it.toLowerCase())));
}

/** Names in lower case. An attribute is sent whole if a part of it is wanted. */
function namesOf(list = ''): ReadonlySet<string> {
  const names = list.split(',').flatMap((it) => attributeName(it.trim()).split('.')[0] || []);
  return new Set(names);
}
