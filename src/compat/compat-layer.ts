import type { NestExpressApplication } from '@nestjs/platform-express';
import { NotFoundException, type Type } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { Capabilities } from '../base/catalogue/capabilities.js';
import { Settings } from '../base/config/settings.js';
import { FastExpressAdapter } from '../http/request/fast-express-adapter.js';
import { reshaping } from './wire/bodies.js';
import { type Asked, maxResults, ourPage, unwrappedOnly, theirList, withoutZeroLimit } from './wire/lists.js';
import { type CompatRoute, compatRoute } from './wire/routes.js';
import { ourQuery, ourTarget } from './wire/targets.js';
import { AppError, NotFoundError } from '../base/errors.js';
import { CsvBody } from '../http/csv/csv-body.js';
import { wantsCsv } from '../http/csv/wants-csv.js';
import { isOfPage } from '../http/page/page-mark.js';
import { JsonParts, JsonStream, JsonText } from '../http/json-text.js';
import { readBasis } from '../http/notes/graph-notes.js';
import { sendError } from '../http/errors/send-error.js';
import { isOperationOfReference, unknownPathOf } from './operations/unknown-paths.js';
import { CompatModule } from './compat.module.js';
import { isJsonObject } from '../base/values/json-object.js';
import { withoutValidWrappers } from './wire/values.js';
import { compatDocument } from './document/compat-document.js';

/** The parts of the application that depend on COMPAT. */
interface CompatLayer {
  readonly settings: Settings;
  readonly adapter: FastExpressAdapter;
  readonly modules: readonly Type[];
  readonly hasErrorCodes: boolean;
  /** Call after configureHttp and before the routes. */
  readonly apply: (app: NestExpressApplication) => void;
  /** Converts the OpenAPI document to the forms that clients receive. */
  readonly describe: (document: object) => object;
  /** Which examples the document has. */
  readonly form: '' | 'bloodhound';
}

const keyword = 'bhesignature';

/** Returns the layer for the setting COMPAT, see docs/adr/0024-compatibility.md. */
export function compatLayer(settings: Settings): CompatLayer {
  if (settings.compat === '')
    return {
      settings,
      adapter: new FastExpressAdapter(),
      modules: [],
      hasErrorCodes: true,
      apply: () => {},
      describe: (it) => it,
      form: '',
    };
  return {
    settings: withKeyword(settings),
    adapter: new CompatAdapter(),
    modules: [CompatModule],
    hasErrorCodes: false,
    apply: (app) => void app.use(compatMiddleware(new Capabilities(settings.edition))),
    describe: compatDocument,
    form: 'bloodhound',
  };
}

function withKeyword(settings: Settings): Settings {
  const others = settings.signatureKeywords.filter((it) => it.toLowerCase() !== keyword);
  const signatureKeywords = Object.freeze([...others, keyword]);
  return Object.freeze(Object.assign(new Settings(), settings, { signatureKeywords }));
}

/** Converts a request of the reference product into ours. The signed parts, `originalUrl` and the bytes of the body, stay unchanged. */
function compatMiddleware(capabilities: Capabilities): RequestHandler {
  const explainUnknownPath = unknownPathOf(capabilities);
  const isOfReference = isOperationOfReference(capabilities);
  return (request, _response, next) => {
    // The page reads the forms of this service.
    if (isOfPage(request)) return next();
    const [theirs, sent] = split(request.url);
    const { path, query } = ourTarget(theirs);
    const route = compatRoute(request.method, path);
    request.state.explainUnknownPath = explainUnknownPath;
    // Its page takes the token of a login by a provider from there.
    request.state.givesTokenToScripts = true;
    if (isUnserved(route, capabilities)) throw new NotFoundException();
    const ours = [query, queryOf(sent ?? '', route, wantsCsv(request))].filter(Boolean).join('&');
    request.url = ours === '' ? path : `${path}?${ours}`;
    if (route?.list) request.state.maxLimit = maxResults;
    expectBody(request, route, isOfReference(request));
    next();
  };
}

function expectBody(request: Request, route: CompatRoute | undefined, isOfReference: boolean): void {
  const { body, arrayBody } = route ?? {};
  // An array loses its unknown properties by its conversion, and validation refuses what that leaves.
  request.state.ignoresUnknownProperties = isOfReference && !arrayBody;
  if (!body && !arrayBody) return;
  request.state.reshapeBody = reshaping(body, arrayBody);
  // The reference product checks the media type of few bodies.
  request.headers['content-type'] ??= 'application/json';
}

function isUnserved(route: CompatRoute | undefined, capabilities: Capabilities): boolean {
  return route?.unserved !== undefined && capabilities.has(route.unserved);
}

/** @param isCsv a list without a limit is sent as a whole */
function queryOf(query: string, route: CompatRoute | undefined, isCsv: boolean): string {
  if (!route) return query;
  const ours = ourQuery(query, route);
  if (isCsv) return withoutZeroLimit(ours);
  return route.list ? ourPage(ours, route.list) : ours;
}

function split(target: string): [path: string, query?: string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** Converts answers on the routes that differ. Errors have our form without `code` on all routes. */
export class CompatAdapter extends FastExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const { req: request } = response;
    const route = isOfPage(request) ? undefined : compatRoute(request.method, request.path);
    if (!route || body instanceof JsonStream) return super.reply(response, body, statusCode);
    if (body instanceof CsvBody) {
      const asked = { ...askedOf(request), isWhole: true };
      return super.reply(
        response,
        body.mapped((page) => reshape(page, route, asked)),
        statusCode,
      );
    }
    try {
      if (route.isNotFoundIfEmpty && body instanceof JsonParts && body.isEmpty)
        throw new NotFoundError('body.query', 'the query finds nothing');
      return super.reply(response, reshape(body, route, askedOf(request)), route.status ?? statusCode);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return readBasis(response).finally(() => sendError(response, request.state.id, error));
    }
  }
}

function askedOf({ originalUrl, path }: Request): Asked {
  const mark = originalUrl.indexOf('?');
  return { path, query: new URLSearchParams(mark < 0 ? '' : originalUrl.slice(mark + 1)) };
}

/** @param body `{data}` with one item or a list, and the other properties of a page */
function reshape(body: unknown, route: CompatRoute, asked: Asked): unknown {
  const { answer = unwrappedOnly, list, inMemoryColumns = {}, empty } = route;
  if (body === undefined) return empty;
  if (!route.answer && (!list || isAsOurs(route, asked))) return body;
  const plain = withoutValidWrappers(body instanceof JsonText ? JSON.parse(body.take()) : body);
  if (!isJsonObject(plain)) return plain;
  const { data } = plain;
  if (!Array.isArray(data)) return { ...plain, data: isJsonObject(data) ? answer(data, asked) : data };
  if (!list) return { ...plain, data: data.map((it: unknown) => (isJsonObject(it) ? answer(it, asked) : it)) };
  const rows = data.filter(isJsonObject).map((ours) => ({ ours, theirs: answer(ours, asked) }));
  return theirList(plain, rows, list, inMemoryColumns, asked);
}

/** Both products write such a page alike, so it is not parsed. */
function isAsOurs({ list, inMemoryColumns }: CompatRoute, { query }: Asked): boolean {
  return list?.pages === 'both' && list.name === undefined && !inMemoryColumns && query.get('limit') !== '0';
}
