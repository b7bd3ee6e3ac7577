import { linkTo } from '../../base/address.js';
import { objectPath } from '../../base/object-link.js';

/** Screens that ask a call with the parameters of their address. */
const screens: Readonly<Record<string, string>> = {
  '/api/v2/search': '/',
  '/api/v2/graphs/shortest-path': '/paths',
  '/api/v2/graphs/exposure': '/exposure',
  '/api/v2/graphs/ranking': '/ranking',
  '/api/v2/graphs/reachable': '/reachable',
  '/api/v2/graphs/edges': '/edges',
  '/api/v2/graphs/changes': '/changes',
  '/api/v2/graphs/new-ways': '/new-ways',
};

/**
 * The address of the screen that answers a call.
 * @param call path and query, in which `{object}` or `{edge}` stands for the value
 * @param value object id, or `source,kind,target`
 * @returns null if no screen asks such a call
 */
export function answerLink(call: string, value: string): string | null {
  const [path = '', text = ''] = call.split('?');
  const query = new URLSearchParams(text);
  const values = Object.fromEntries(
    [...new Set(query.keys())].map((name) => [
      name,
      query.getAll(name).map((it) => it.replace(/^\{(object|edge)\}$/, () => value)),
    ]),
  );
  const screen = screens[path];
  if (screen !== undefined) return linkTo(screen, values);
  const [, list] = /^\/api\/v2\/\w+\/\{object\}\/([\w-]+)$/.exec(path) ?? [];
  return list === undefined ? null : objectPath(value, { list, ...values });
}
