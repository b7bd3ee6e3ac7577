import { useEffect, useMemo, useState } from 'preact/hooks';
import { formCall } from '../../api/call.js';
import type { UnifiedGraphDto } from '../../api/schema.js';
import { linkTo, linkWith, useAddress } from '../../base/address.js';
import { counted } from '../../base/format.js';
import type { KindTexts } from '../../base/kind-texts.js';
import { objectPath } from '../../base/parts.js';
import { reload } from '../../base/session.js';
import { Ask, type Asked } from '../../base/states.js';
import type { Box, Picture } from '../../picture/bundles.js';
import { type Graph, graphOf, sinksOf } from '../../picture/graph.js';
import { layout } from '../../picture/layout.js';
import { PictureView } from '../../picture/picture-view.js';
import { edgeKey } from '../../picture/shapes.js';
import { endValues, isExcluding, noExclusions } from '../../selection/ends.js';
import { EdgesTable } from './edges-table.js';
import { Explain } from './explain.js';
import { ExportMenu } from './export-menu.js';
import { type PathList, pathsOf } from './graph-paths.js';
import { leftOut, pathQuery, type PathQuestion, questionValues } from './question.js';
import { Steps } from './steps.js';

/** Milliseconds until a search can be stopped. */
const SLOW = 3000;
const MOST_NODES = 10_000;

interface AnswerProps {
  readonly data: UnifiedGraphDto;
  readonly question: PathQuestion;
  readonly kindTexts: KindTexts;
}

/** The paths of an answer as steps, picture and table. */
export function PathAnswer({ data, question, kindTexts }: AnswerProps) {
  const { query } = useAddress();
  const graph = useMemo(() => graphOf(data), [data]);
  // The answer to one question is another object than that to the next.
  const paths = useMemo(() => pathsOf(data, graph, question), [graph]);
  const index = Math.max(0, Math.min(paths.count, Number(query.get('path')) || 1) - 1);
  const [selected, edge] = [query.get('sel'), query.get('edge')];
  const picture = useMemo(() => boxesOf(graph), [graph]);
  const box = picture.boxes.find(({ nodes }) => nodes.some(({ id }) => id === selected));
  const line = picture.lines.find(({ edges }) => edges.some((it) => edgeKey(it) === edge));
  return (
    <>
      <div class="row">
        <span role="status">
          {counted(paths.count, 'path')} over {counted(graph.nodes.length, 'object')}
        </span>
        <ExportMenu
          graph={graph}
          isTruncated={data.truncated}
          answer={{ data }}
          paths={paths}
          index={index}
          kindTexts={kindTexts}
        />
      </div>
      <Changed question={question} now={{ paths, nodes: graph.nodes.length }} />
      {data.truncated && <Truncated count={graph.nodes.length} question={question} />}
      <div class="path-answer">
        <Steps paths={paths} index={index} kindTexts={kindTexts} />
        <section aria-labelledby="picture">
          <h2 id="picture">Picture</h2>
          <p class="muted">
            {counted(graph.nodes.length, 'object')} in {counted(picture.boxes.length, 'box', 'boxes')}. Objects with the
            same edges share a box.
          </p>
          <a class="skip" href="#edges">
            Skip the picture
          </a>
          <PictureView
            graph={graph}
            ends={{ starts: [], ends: sinksOf(graph) }}
            label="Picture"
            sentenceOf={kindTexts.sentenceOf}
            selected={{ node: selected, edge }}
            linksOf={() => ({
              ofBox: (it) => boxLink(it, selected),
              ofLine: ({ edges: [first] }) => linkWith({ edge: first ? edgeKey(first) : '' }),
            })}
          />
        </section>
        {edge !== null && <Explain edge={edge} others={line?.edges ?? []} kindTexts={kindTexts} />}
      </div>
      <EdgesTable graph={graph} selected={box?.nodes ?? []} />
    </>
  );
}

/** Which nodes share a box does not depend on the width of the picture. */
function boxesOf(graph: Graph): Picture {
  return layout(graph, { starts: [], ends: sinksOf(graph) }, { width: Infinity, isVertical: false, measure: () => 0 });
}

/** Selects the nodes of a box; one that is selected already is opened. */
function boxLink({ id, nodes: [first, ...others] }: Box, selected: string | null): string {
  if (id !== selected || others.length > 0 || !first) return linkWith({ sel: id });
  return objectPath(first.objectId);
}

function Truncated({ count, question }: { readonly count: number; readonly question: PathQuestion }) {
  const more = linkTo('/paths', questionValues({ ...question, maxNodes: MOST_NODES }));
  return (
    <p class="note">
      The answer is cut: it has {counted(count, 'object')}, in whole paths, the nearest starts first.{' '}
      {question.maxNodes !== MOST_NODES && <a href={more}>Ask for 10,000</a>}
    </p>
  );
}

/** No path is an answer. It says which edges were not followed. */
export function NoPath({ question, kindTexts }: Omit<AnswerProps, 'data'>) {
  const { kinds } = kindTexts;
  const excluded = leftOut(question.kinds, kinds);
  const isLeftOut = (kind: string) =>
    excluded.has(kind) || (question.onlyTraversable && kindTexts.of(kind)?.is_traversable !== true);
  const count = kinds.filter(isLeftOut).length;
  const all = linkTo('/paths', questionValues({ ...question, kinds: '', onlyTraversable: false }));
  return (
    <section class="note" role="status">
      <h2>No path</h2>
      <p>No start reaches an end over these edges.</p>
      <Changed question={question} now={null} />
      {count > 0 && (
        <p>
          {counted(count, 'kind')} of edges {count === 1 ? 'was' : 'were'} left out.{' '}
          <a href={all}>Ask with all kinds</a>
        </p>
      )}
    </section>
  );
}

/** Offers to end a request that takes long, and to repeat it. */
export function StopSlow({ asked }: { readonly asked: Asked<unknown> }) {
  const [state, setState] = useState<'quick' | 'slow' | 'stopped'>('quick');
  const { isLoading } = asked;
  useEffect(() => {
    if (!isLoading) return undefined;
    setState('quick');
    const timer = setTimeout(() => setState('slow'), SLOW);
    return () => clearTimeout(timer);
  }, [isLoading]);
  const stop = () => {
    asked.stop();
    setState('stopped');
  };
  if (isLoading && state === 'slow')
    return (
      <p class="note" role="status">
        The search goes on.{' '}
        <button type="button" onClick={stop}>
          Stop
        </button>
      </p>
    );
  if (isLoading || state !== 'stopped') return null;
  return (
    <p class="note" role="status">
      The search was stopped.{' '}
      <button type="button" onClick={reload}>
        Search again
      </button>
    </p>
  );
}

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
