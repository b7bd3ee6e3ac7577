import { linkTo, linkWith, type Values } from '../base/address.js';
import { useKindTexts } from '../base/kind-texts.js';
import { objectPath } from '../base/links.js';
import type { Ends } from './bundles.js';
import type { Graph } from './graph.js';
import { PictureView } from './picture-view.js';
import { type Drawing, edgeKey } from './shapes.js';

interface ObjectPictureProps {
  readonly graph: Graph;
  readonly ends: Ends;
  readonly label: string;
  /** Values of the address by which the answer is a table. */
  readonly asTable: Values;
}

/** A picture of objects: a node opens its object, several nodes the same answer as a table, an edge its explanation. */
export function ObjectPicture({ graph, ends, label, asTable }: ObjectPictureProps) {
  const { sentenceOf } = useKindTexts();
  const linksOf = () => objectLinks(graph, asTable);
  return <PictureView graph={graph} ends={ends} label={label} sentenceOf={sentenceOf} linksOf={linksOf} />;
}

function objectLinks({ nodes }: Graph, asTable: Values): NonNullable<Drawing['links']> {
  const objectIds = new Map(nodes.map(({ id, objectId }) => [id, objectId]));
  return {
    ofBox: ({ nodes: [node, ...others] }) => (others.length > 0 ? linkWith(asTable) : objectPath(node?.objectId ?? '')),
    ofLine: ({ edges: [edge] }) =>
      edge
        ? linkTo('/paths', {
            start_node: objectIds.get(edge.source),
            end_node: objectIds.get(edge.target),
            edge: edgeKey(edge),
          })
        : linkWith({}),
  };
}
