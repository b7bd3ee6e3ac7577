import type { Request } from 'express';

/** The pattern of the route that answered, such as `/api/v2/asset-groups/:asset_group_id`; `unknown` where none did. */
export function routeOf(request: Request): string {
  const route: unknown = request.route;
  return typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : 'unknown';
}
