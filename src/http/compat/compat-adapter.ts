import type { Request, Response } from 'express';
import { AppError } from '../../base/errors.js';
import { FastExpressAdapter } from '../fast-express-adapter.js';
import { JsonText } from '../json-text.js';
import { sendError } from '../send-error.js';
import { withPlainAbsence } from './absent-values.js';
import { isJsonObject } from './json.js';
import { theirList } from './lists.js';
import { type Asked, recordAnswer } from './reshape.js';
import { type CompatRoute, compatRoute } from './routes.js';

/** Answers as the reference product does on the routes where the two differ; errors are ours everywhere. */
export class CompatAdapter extends FastExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const { req: request } = response;
    const route = compatRoute(request.method, request.path);
    if (!route) return super.reply(response, body, statusCode);
    try {
      return super.reply(response, reshape(body, route, askedOf(request)), route.status ?? statusCode);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return sendError(response, request.state.id, error);
    }
  }
}

function askedOf({ originalUrl, path }: Request): Asked {
  const mark = originalUrl.indexOf('?');
  return { path, query: new URLSearchParams(mark < 0 ? '' : originalUrl.slice(mark + 1)) };
}

/** @param body `{data}` with one item or a list of them, and what a page has beside */
function reshape(body: unknown, route: CompatRoute, asked: Asked): unknown {
  const { answer = recordAnswer, list, sieve = {}, empty } = route;
  if (body === undefined) return empty;
  if (!route.answer && (!list || isAsOurs(route, asked))) return body;
  const plain = withPlainAbsence(body instanceof JsonText ? JSON.parse(body.take()) : body);
  if (!isJsonObject(plain)) return plain;
  const { data } = plain;
  if (!Array.isArray(data)) return { ...plain, data: isJsonObject(data) ? answer(data, asked) : data };
  if (!list) return { ...plain, data: data.map((it: unknown) => (isJsonObject(it) ? answer(it, asked) : it)) };
  const rows = data.filter(isJsonObject).map((ours) => ({ ours, theirs: answer(ours, asked) }));
  return theirList(plain, rows, list, sieve, asked);
}

/** A page that both write alike is not parsed. */
function isAsOurs({ list, sieve }: CompatRoute, { query }: Asked): boolean {
  return list?.pages === 'both' && list.name === undefined && !sieve && query.get('limit') !== '0';
}
