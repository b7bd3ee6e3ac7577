import type { Response } from 'express';
import { FastExpressAdapter } from '../http/fast-express-adapter.js';
import { JsonText } from '../http/json-text.js';
import { withPlainAbsence } from './absent-values.js';
import type { ReshapeItem } from './answers.js';
import { isJsonObject } from './json.js';
import { compatRoute } from './routes.js';

/** Answers as the reference product does on the routes where the two differ; errors are ours everywhere. */
export class CompatAdapter extends FastExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const route = compatRoute(response.req.method, response.req.path);
    const reshaped = route?.answer ? reshape(body, route.answer) : body;
    return super.reply(response, reshaped, route?.status ?? statusCode);
  }
}

/** @param body `{data}` with one item or a list of them, and what a page has beside */
function reshape(body: unknown, item: ReshapeItem): unknown {
  const answer = withPlainAbsence(body instanceof JsonText ? JSON.parse(body.take()) : body);
  if (!isJsonObject(answer)) return answer;
  const reshapeOne = (it: unknown): unknown => (isJsonObject(it) ? item(it) : it);
  const { data } = answer;
  return { ...answer, data: Array.isArray(data) ? data.map(reshapeOne) : reshapeOne(data) };
}
