import { instantOf, wholeTime } from '../../http/input/date-time.js';
import type { InMemoryColumns } from './lists.js';

/** Converts the value of a filter, without its predicate. */
type ReshapeValue = (value: string) => string;

/** The differences of the parameters of a route. */
export interface QueryForm {
  /** Converters of filter values, by the column names of the reference product. */
  readonly filters?: Readonly<Record<string, ReshapeValue>>;
  /** Our column names by the names of the reference product, for filters and `sort_by`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Columns that the conversion of the answer filters and sorts by. The operation does not receive them. */
  readonly inMemoryColumns?: InMemoryColumns;
  /** Values of absent parameters, if the reference product has another default. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Parameters that only the conversion of the answer uses. The operation does not receive them. */
  readonly answeredOnly?: readonly string[];
  /** Names of the parameters that the reference product ignores in this query, and this service refuses. */
  readonly ignored?: (query: URLSearchParams) => readonly string[];
}

const aliases = [
  [/^\/health\/?$/i, '/health/live'],
  // The page of the reference product reads `/api/v2/swagger/doc.json`.
  [/^\/api\/v2\/swagger(?:\/.*)?$/i, '/api/v2/spec'],
  // Names that its page uses, for operations that its document has under another one.
  [/^\/api\/v2\/graph-schema\/edges\/?$/i, '/api/v2/extensions-edges'],
  [/^\/api\/v2\/asset-group-tags\/history\/?$/i, '/api/v2/asset-group-tags-history'],
  [/^\/api\/v2\/azure(?=\/)/i, '/api/v2/cloud'],
  [/^\/api\/v2\/azure-tenants(?=\/|$)/i, '/api/v2/cloud-tenants'],
  // Tasks are the earlier name of jobs.
  [/^\/api\/v2\/tasks(?=\/|$)/i, '/api/v2/jobs'],
  [/^(\/api\/v2\/clients\/[^/]+)\/tasks(?=\/?$)/i, '$1/jobs'],
  [/^\/api\/v2\/clients\/([^/]+)\/completed-(?:jobs|tasks)\/?$/i, '/api/v2/jobs/finished?client_id=eq:$1'],
] as const;

/** Returns our path for a path of the reference product, and the parameters that the path determines. */
export function ourTarget(path: string): { readonly path: string; readonly query: string | undefined } {
  const [ours = '', query] = aliases.reduce((it, [theirs, own]) => it.replace(theirs, own), path).split('?');
  return { path: ours, query };
}

/** Converts the query. Parameters that do not differ stay as received. */
export function ourQuery(query: string, form: QueryForm): string {
  const given = new URLSearchParams(query);
  const ignored = form.ignored?.(given) ?? [];
  const absent = Object.entries(form.defaults ?? {}).filter(([name]) => !given.has(name));
  const pieces = query.split('&').flatMap((piece) => {
    const [parameter] = new URLSearchParams(piece);
    if (!parameter) return [piece];
    const [name, value] = parameter;
    if (ignored.includes(name)) return [];
    if (!ofOffset.test(value)) return ourPiece(piece, name, value, form);
    const instant = ourValue(value, instantInUtc);
    return ourPiece(`${name}=${encodeURIComponent(instant)}`, name, instant, form);
  });
  return [...pieces.filter((it) => it !== '' || absent.length === 0), ...absent.map((it) => it.join('='))].join('&');
}

function ourPiece(piece: string, name: string, value: string, form: QueryForm): string[] {
  const { filters, names, inMemoryColumns, answeredOnly } = form;
  if (name === 'sort_by') {
    const column = value.replace(/^-/, '');
    if (memberOf(inMemoryColumns, column)) return [];
    const ours = memberOf(names, column);
    return [ours === undefined ? piece : `sort_by=${value.slice(0, value.length - column.length)}${ours}`];
  }
  if (memberOf(inMemoryColumns, name) || answeredOnly?.includes(name)) return [];
  const [reshape, ours = name] = [memberOf(filters, name), memberOf(names, name)];
  if (!reshape && ours === name) return [piece];
  return [`${ours}=${encodeURIComponent(reshape ? ourValue(value, reshape) : value)}`];
}

function memberOf<T>(map: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return map && Object.hasOwn(map, name) ? map[name] : undefined;
}

/** Filters accept no positive offset, because `+` is a space in a query; the page of the reference product sends the zone of the browser. */
const ofOffset = /\d\d-\d\dT.*[+ ]\d\d:\d\d$/i;

/** Digits beyond the millisecond are cut off. An invalid time stays unchanged; the filter refuses it. */
export function instantInUtc(time: string): string {
  const instant = instantOf(wholeTime(time));
  return instant === undefined ? time : new Date(instant).toISOString();
}

/** `eq:2`, or `2` */
function ourValue(text: string, reshape: ReshapeValue): string {
  const [predicate = ''] = /^(~?eq|neq|gte?|lte?):/.exec(text) ?? [];
  return predicate + reshape(text.slice(predicate.length));
}
