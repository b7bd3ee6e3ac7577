import { useEffect, useMemo, useState } from 'preact/hooks';
import { formCall } from '../../api/call.js';
import type { UnifiedGraphDto } from '../../api/schema.js';
import { address, linkTo, linkWith } from '../../base/address.js';
import { counted } from '../../base/format.js';
import { kindTexts } from '../../base/kind-texts.js';
import { Button, objectPath, Section } from '../../base/parts.js';
import { reload } from '../../base/session.js';
import { Ask, type Asked } from '../../base/states.js';
import type { Box } from '../../picture/bundles.js';
import { ExploreLink } from '../../picture/explore-link.js';
import {
  type Graph,
  graphOf,
  type GraphNode,
  sinksOf,
  type UnknownReach,
  withUnknownReach,
} from '../../picture/graph.js';
import { layout } from '../../picture/layout.js';
import { PictureView } from '../../picture/picture-view.js';
import { edgeKey } from '../../picture/shapes.js';
import { endValues, exclusionNames, unselected } from '../../selection/ends.js';
import { listQuery } from '../../table/list-filters.js';
import { EdgesTable } from './edges-table.js';
import { Explain } from './explain.js';
import { ExportMenu } from './export-menu.js';
import { type GraphPath, type PathList, pathsOf } from './graph-paths.js';
import { leftOut, pathEnds, pathQuery } from './question.js';
import { Steps } from './steps.js';

/** Milliseconds until a search can be stopped. */
const SLOW = 3000;
const MOST_NODES = '10000';

/** Objects of an answer that is drawn without bundles; of others those of the path. */
const mostExplored = 60;

/** The objects with which a picture begins, those of the shown path first. */
function explored(path: GraphPath | null, { nodes }: Graph): readonly GraphNode[] {
  const own = path ? [path.start, ...path.steps.map(({ node }) => node)] : [];
  return nodes.length > mostExplored ? own : [...own, ...nodes];
}

interface PathAnswerProps {
  readonly data: UnifiedGraphDto;
  readonly unknown: readonly UnknownReach[] | undefined;
}

/** The paths of an answer as steps, picture and table. */
export function PathAnswer({ data, unknown }: PathAnswerProps) {
  const { query } = address.value;
  const known = useMemo(() => graphOf(data), [data]);
  const graph = useMemo(() => withUnknownReach(known, unknown), [known]);
  // The answer to one question is another object than that to the next.
  const paths = useMemo(() => pathsOf(data, known, query), [known]);
  const index = Math.max(0, Math.min(paths.count, Number(query.get('path')) || 1) - 1);
  const [selected, edge] = [query.get('sel'), query.get('edge')];
  const ends = { starts: [], ends: sinksOf(known) };
  // Which nodes share a box does not depend on the width of the picture.
  const anyWidth = { width: Infinity, isVertical: false, measure: () => 0 };
  const picture = useMemo(() => layout(graph, ends, anyWidth), [graph]);
  const box = picture.boxes.find(({ nodes }) => nodes.some(({ id }) => id === selected));
  const line = picture.lines.find(({ edges }) => edges.some((it) => edgeKey(it) === edge));
  const objects = counted(Object.keys(data.nodes).length, 'object');
  return (
    <>
      <div class="row">
        <span role="status">
          {counted(paths.count, 'path')} over {objects}
        </span>
        <ExploreLink nodes={explored(paths.at(index), graph)} />
        <ExportMenu data={data} graph={graph} path={paths.at(index)} />
      </div>
      <Changed now={textOf(paths, data)} />
      {data.stub && (
        <p class="note">
          {paths.count === 1 ? 'A path leads' : 'Some paths lead'} over objects that your account does not see. What
          lies between is one box, however much it is.
        </p>
      )}
      {data.truncated && (
        <p class="note">
          The answer is cut: it has {objects}, in whole paths, the nearest starts first.{' '}
          {query.get('max_nodes') !== MOST_NODES && (
            <a href={linkWith({ max_nodes: MOST_NODES, ...unselected })}>Ask for 10,000</a>
          )}
        </p>
      )}
      <div class="path-answer">
        <Steps paths={paths} index={index} />
        <Section title="Picture">
          <p class="muted">
            {objects} in {counted(picture.boxes.length, 'box', 'boxes')}. Objects with the same edges share a box.
          </p>
          <a class="skip" href="#edges">
            Skip the picture
          </a>
          <PictureView
            graph={graph}
            ends={ends}
            label="Picture"
            selected={{ node: selected, edge }}
            links={{
              ofBox: (it) => boxLink(it, selected),
              ofLine: ({ edges: [first] }) => linkWith({ edge: first && first.kind !== '' ? edgeKey(first) : '' }),
            }}
          />
        </Section>
        {edge !== null && <Explain edge={edge} others={line?.edges ?? []} />}
      </div>
      <EdgesTable graph={graph} selected={box?.nodes ?? []} />
    </>
  );
}

/** Selects the nodes of a box; one that is selected already is opened. */
function boxLink({ id, nodes: [first, ...others] }: Box, selected: string | null): string {
  if (id !== selected || others.length > 0 || !first?.objectId) return linkWith({ sel: id });
  return objectPath(first.objectId);
}

/** No path is an answer. It says which edges were not followed. */
export function NoPath() {
  const { query } = address.value;
  const texts = kindTexts.value;
  const excluded = leftOut(query.get('relationship_kinds') ?? '', texts.kinds);
  const isAny = query.get('only_traversable') === 'false';
  const isLeftOut = (kind: string) => excluded.has(kind) || (!isAny && texts.of(kind)?.is_traversable !== true);
  const count = texts.kinds.filter(isLeftOut).length;
  return (
    <section class="note" role="status">
      <h2>No path</h2>
      <p>No start reaches an end over these edges.</p>
      <Changed now="no path" />
      {count > 0 && (
        <p>
          {counted(count, 'kind')} of edges {count === 1 ? 'was' : 'were'} left out.{' '}
          <a href={linkWith({ relationship_kinds: '', only_traversable: 'false', ...unselected })}>
            Ask with all kinds
          </a>
        </p>
      )}
    </section>
  );
}

/** Compares the answer (`now`, in words) with the answer without exclusions. */
function Changed({ now }: { readonly now: string }) {
  const { query } = address.value;
  const exclusions = listQuery(exclusionNames, query);
  if (Object.keys(exclusions).length === 0) return null;
  const all = new URLSearchParams(query);
  for (const name of exclusionNames) all.delete(name);
  const exposure = linkTo('/exposure', { ...endValues('end', pathEnds(query).end), ...exclusions });
  const note = (before: string) => (
    <p class="note" role="status">
      Without the exclusion: {before}. With it: {now}. <a href={exposure}>What it changes for all accounts</a>
    </p>
  );
  return (
    <Ask
      of={formCall('GET /api/v2/graphs/shortest-path', { query: pathQuery(all) ?? {} })}
      lines={1}
      expected={(error) => error.has('graph.no_path') && note('no path')}
    >
      {({ data }) => {
        return note(textOf(pathsOf(data, graphOf(data), all), data));
      }}
    </Ask>
  );
}

/** What lies between objects that the account sees may be any number of steps. */
function textOf({ count, shortest }: PathList, { nodes, stub }: UnifiedGraphDto): string {
  const steps = stub ? '' : `, the shortest in ${counted(shortest, 'step')}`;
  return `${counted(count, 'path')} over ${counted(Object.keys(nodes).length, 'object')}${steps}`;
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
  if (state !== (isLoading ? 'slow' : 'stopped')) return null;
  return (
    <p class="note" role="status">
      {isLoading ? 'The search goes on.' : 'The search was stopped.'}{' '}
      {isLoading ? <Button label="Stop" run={stop} /> : <Button label="Search again" run={reload} />}
    </p>
  );
}
