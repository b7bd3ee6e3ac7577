import { go, linkWith, useAddress } from '../base/address.js';
import { type Mark, Marks } from '../base/marks.js';
import { ObjectSearch } from '../base/object-search.js';
import { edgeParts, linkWithout, readExclusions } from './exclusions.js';
import { NameOf } from './name-of.js';
import { texts } from './texts.js';

/** What is left out of the graph. It is in the address. */
export function ExclusionEditor() {
  const { query } = useAddress();
  const { exclude_node: nodes, exclude_edge: edges } = readExclusions(query);
  const marks: readonly Mark[] = [
    ...nodes.map((id) => ({
      key: id,
      label: <NameOf id={id} />,
      name: id,
      without: linkWith({ exclude_node: nodes.filter((it) => it !== id) }),
    })),
    ...edges.map((edge) => ({
      key: edge,
      label: <EdgeName edge={edge} />,
      name: edge,
      without: linkWith({ exclude_edge: edges.filter((it) => it !== edge) }),
    })),
  ];
  return (
    <fieldset>
      <legend>{texts.excluded}</legend>
      <Marks label={texts.excluded} marks={marks} />
      <ObjectSearch
        id="exclude"
        label={texts.exclude}
        placeholder={texts.exclude}
        onPick={({ objectid }) => go(linkWithout(query, { exclude_node: [objectid] }))}
      />
    </fieldset>
  );
}

function EdgeName({ edge }: { readonly edge: string }) {
  const [source, kind, target] = edgeParts(edge);
  return (
    <>
      <NameOf id={source} /> –{kind}→ <NameOf id={target} />
    </>
  );
}
