import { sharedColumn } from '../memory/growing-columns.js';
import { type Grams, gramsOf } from './grams.js';
import { RawTexts } from './raw-texts.js';
import { distinguishedNameShape, nameShape, objectidShape, type Texts, textsOf } from './texts.js';

/** Names of nodes for search, in memory that threads share. Places are in the order of name and object id. Names are folded. */
export interface NameIndex {
  /** By place: the node. */
  readonly nodes: Int32Array;
  /** By place. */
  readonly names: Texts;
  readonly grams: Grams;
  /** By place; empty if a node has none. */
  readonly distinguishedNames: Texts;
  /** In their order. */
  readonly objectids: Texts;
  /** By place: the index of its object id. */
  readonly objectidOf: Uint32Array;
}

/** Texts of nodes in an order. */
export interface OrderedTexts {
  readonly nodes: Int32Array;
  readonly texts: RawTexts;
}

/** Distinguished names of nodes in any order. */
export class DistinguishedNames {
  readonly texts = new RawTexts(true);
  /** By node id: the index of its text. The first text is empty. */
  readonly indexOf: Uint32Array;

  constructor(size: number) {
    this.indexOf = new Uint32Array(size);
    this.texts.addText('');
  }

  add(node: number, source: Buffer, from: number, to: number): void {
    this.indexOf[node] = this.texts.count;
    this.texts.add(source, from, to);
  }
}

/** @param names in the order of name and object id */
export function nameIndexOf(
  names: OrderedTexts,
  objectids: OrderedTexts,
  distinguishedNames: DistinguishedNames,
): NameIndex {
  const count = names.nodes.length;
  const nodes = sharedColumn(Int32Array, count);
  nodes.set(names.nodes);
  const indexOf = new Uint32Array(distinguishedNames.indexOf.length);
  for (const [index, node] of objectids.nodes.entries()) indexOf[node] = index;
  const objectidOf = sharedColumn(Uint32Array, count);
  for (let place = 0; place < count; place++) objectidOf[place] = indexOf[nodes[place]!]!;
  const inOrder = Uint32Array.from(nodes.keys());
  const folded = textsOf(names.texts.block, nameShape, inOrder);
  return {
    nodes,
    names: folded,
    grams: gramsOf(folded.own),
    distinguishedNames: textsOf(
      distinguishedNames.texts.block,
      distinguishedNameShape,
      Uint32Array.from(nodes, (node) => distinguishedNames.indexOf[node]!),
    ),
    objectids: textsOf(objectids.texts.block, objectidShape, inOrder),
    objectidOf,
  };
}
