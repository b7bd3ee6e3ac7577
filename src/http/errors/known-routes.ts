import { editDistance } from '../../base/values/closest-names.js';

export interface KnownRoute {
  /** Such as `GET`. */
  readonly method: string;
  /** As declared, such as `/api/v2/users/:object_id`. */
  readonly path: string;
}

/** The segments are split once, because each request to an unknown path is compared with all of them. */
interface KnownPath {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/** Setting of the Express app: the routes that callers may know. */
export const KNOWN_ROUTES = 'known routes';

/** Characters that may differ from a path. */
const maxDifferent = 2;

/** Short words are similar to many others. */
function maxDifferentOf(word: string): number {
  return word.length < 8 ? 1 : maxDifferent;
}

/** The prefix that callers forget. */
const prefix = ['api', 'v2'];

/** The routes of this edition and role. They explain why a request has none. */
export class KnownRoutes {
  private readonly paths: readonly KnownPath[];

  constructor(routes: readonly KnownRoute[]) {
    const paths = new Map<string, { segments: string[]; methods: string[] }>();
    for (const { method, path } of routes) {
      const known = paths.get(path) ?? { segments: segmentsOf(path), methods: [] };
      known.methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]));
      paths.set(path, known);
    }
    this.paths = [...paths.values()];
  }

  /** The methods of a path of a request, in alphabetical order; none if the path is unknown. */
  methodsOf(path: string): string[] {
    const given = segmentsOf(path);
    const same = this.paths.filter(({ segments }) => differenceOf(given, segments) === 0);
    return [...new Set(same.flatMap(({ methods }) => methods))].toSorted();
  }

  /** The most similar path of a route, with the parameters of the given one; undefined if none is similar. */
  closestTo(path: string): string | undefined {
    const given = segmentsOf(path);
    let closest: { readonly path: string; readonly difference: number } | undefined;
    for (const asked of [given, [...prefix, ...given]]) {
      for (const { segments } of this.paths) {
        const difference = differenceOf(asked, segments);
        if (difference > maxDifferent || difference >= (closest?.difference ?? Infinity)) continue;
        closest = { path: filledIn(segments, asked), difference };
      }
    }
    return closest?.path;
  }
}

/** Express ignores a slash at the end. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}

/** The edit distance of the segments, without case; Infinity if it is more than {@link maxDifferent}. */
function differenceOf(given: readonly string[], segments: readonly string[]): number {
  if (segments.length !== given.length) return Infinity;
  let difference = 0;
  for (const [index, segment] of segments.entries()) {
    const [one, other] = [given[index]?.toLowerCase() ?? '', segment.toLowerCase()];
    if (segment.startsWith(':') ? one !== '' : one === other) continue;
    const most = maxDifferentOf(segment);
    // A long text takes time to compare.
    if (segment.startsWith(':') || Math.abs(one.length - other.length) > most) return Infinity;
    const own = editDistance(one, other);
    difference += own;
    if (own > most || difference > maxDifferent) return Infinity;
  }
  return difference;
}

function filledIn(segments: readonly string[], given: readonly string[]): string {
  return `/${segments.map((segment, index) => (segment.startsWith(':') ? given[index] : segment)).join('/')}`;
}
