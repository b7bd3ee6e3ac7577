import { formCall } from '../../api/call.js';
import { linkTo } from '../../base/address.js';
import { counted } from '../../base/format.js';
import { Ask } from '../../base/states.js';
import { graphOf } from '../../picture/answers.js';
import { endValues } from '../../selection/ends.js';
import { isExcluding, noExclusions } from '../../selection/exclusions.js';
import { type PathList, pathsOf } from './graph-paths.js';
import { pathQuery, type PathQuestion } from './question.js';

/** The paths of an answer. */
export interface Found {
  readonly paths: PathList;
  /** Nodes of all paths. */
  readonly nodes: number;
}

interface ChangedProps {
  readonly question: PathQuestion;
  /** Null: there is no path. */
  readonly now: Found | null;
}

/** Compares the answer with that of the same question without exclusions. */
export function Changed(props: ChangedProps) {
  return isExcluding(props.question.exclusions) ? <Compared {...props} /> : null;
}

function Compared({ question, now }: ChangedProps) {
  const all = { ...question, exclusions: noExclusions };
  const { exclusions, end } = question;
  const exposure = linkTo('/exposure', { ...endValues('end', end), ...exclusions });
  const note = (before: Found | null) => (
    <p class="note" role="status">
      Without the exclusion: {textOf(before)}. With it: {textOf(now)}.{' '}
      <a href={exposure}>What it changes for all accounts</a>
    </p>
  );
  return (
    <Ask
      of={formCall('GET /api/v2/graphs/shortest-path', { query: pathQuery(all) ?? {} })}
      lines={1}
      expected={(error) => (error.has('graph.no_path') ? note(null) : null)}
    >
      {({ data }) => {
        const graph = graphOf(data);
        return note({ paths: pathsOf(data, graph, all), nodes: graph.nodes.length });
      }}
    </Ask>
  );
}

function textOf(found: Found | null): string {
  return found
    ? `${counted(found.paths.count, 'path')} over ${counted(found.nodes, 'object')}, the shortest in ${counted(found.paths.shortest, 'step')}`
    : 'no path';
}
