import { UsageError } from '../failure.js';
import { textWidth } from '../output/tables.js';
import { type Look, wrapped } from '../terminal.js';
import { explanations } from './explain-steps.js';
import { nodeByName } from './node-by-name.js';
import { denialsText, namingOf, nodeName, pathLine } from './path-text.js';
import { type ServiceClient, ServiceError } from './service-client.js';
import { type PathGraph, pathsFrom } from './paths-from.js';
import { type ViewOptions, viewQuery } from './view-options.js';

interface AnsweredPaths {
  /** As the service writes it. */
  readonly answer: string;
  readonly start: NamedNode;
  /** Null: tier zero. */
  readonly end: NamedNode | null;
}

interface NamedNode {
  readonly objectid: string;
  readonly name: string;
}

/**
 * Asks for all shortest paths.
 * @param to null: tier zero
 * @throws Error if an end is not found, or if there is no path
 */
export async function askPaths(
  service: ServiceClient,
  from: string,
  to: string | null,
  options: PathsOptions,
): Promise<AnsweredPaths> {
  const start = await nodeByName(service, from);
  const end = to === null ? null : await nodeByName(service, to);
  if (end?.objectid === start.objectid) throw new UsageError(`${shown(start)} is start and end: name two objects`);
  const query = {
    start_node: start.objectid,
    ...(end ? { end_node: end.objectid } : { end_tag: 'tier_zero' }),
    ...(await viewQuery(service, options)),
    ...(options.longer && { longer: 'true' }),
    paths: options.paths,
  };
  try {
    return { answer: await service.get('/api/v2/graphs/shortest-path', { query }), start, end };
  } catch (error) {
    // Errors have no code under COMPAT.
    if (error instanceof ServiceError && error.status === 404 && (error.code ?? noPath) === noPath)
      throw new Error(`no path leads from ${shown(start)} to ${shown(end)}`, { cause: error });
    throw error;
  }
}

const noPath = 'graph.no_path';

function shown(node: NamedNode | null): string {
  return node ? nodeName({ label: node.name, objectId: node.objectid }) : 'tier zero';
}

/** The options of a question about paths. */
export interface PathsOptions extends ViewOptions {
  /** Whether paths of one step more are asked for. */
  readonly longer?: true;
  /** So many of the shortest paths, of any length. */
  readonly paths?: number;
}

interface PathsView extends Pick<AnsweredPaths, 'start' | 'end'> {
  /** Paths to print. */
  readonly most: number;
  /** Whether steps are explained. */
  readonly isExplained: boolean;
  /** Whether there are paths of one step more than the shortest. */
  readonly isLonger: boolean;
  readonly look: Look;
}

/** The number of paths, and a line or more for each. */
export function pathsText({ data }: { readonly data: PathGraph }, view: PathsView): string {
  const { start, end, most, isExplained, isLonger, look } = view;
  if (data.stub)
    return wrapped(
      `a path leads from ${shown(start)} to ${shown(end)}, over objects that the account does not see`,
      textWidth(look),
    );
  const nameOf = namingOf(Object.values(data.nodes));
  const { count, lengths, paths } = pathsFrom(start.objectid, data, most, isLonger ? 1 : 0);
  const [least, longest] = lengths;
  const steps = least === longest ? counted(least, 'step') : `${least} to ${counted(longest, 'step')}`;
  const noun = isLonger || data.paths ? 'path' : 'shortest path';
  const atLeast = data.truncated ? 'at least ' : '';
  const title = `${atLeast}${counted(count, noun)} of ${steps} from ${shown(start)} to ${shown(end)}`;
  const more = count - paths.length;
  const rest = more > 0 ? [`${atLeast}${more.toLocaleString('en')} more; --limit prints more, --json all`] : [];
  const explained = isExplained ? explanations(paths, nameOf, look) : [];
  const lines = paths.map((path) => pathLine(path, nameOf, look));
  return [wrapped(title, textWidth(look)), '', ...lines, ...denialsText(paths, nameOf), ...rest, ...explained].join(
    '\n',
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
