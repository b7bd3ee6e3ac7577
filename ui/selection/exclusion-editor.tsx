import type { ComponentChildren } from 'preact';
import { go, linkWith, useAddress } from '../base/address.js';
import { Check } from '../base/controls.js';
import { ObjectSearch } from '../base/object-search.js';
import { type Mark, Marks } from '../base/parts.js';
import { conditionText } from '../table/condition-text.js';
import { edgeParts, exclusionNames, type Exclusions, linkWithout, readExclusions } from './ends.js';
import { NameOf } from './name-of.js';

const DISABLED = 'enabled:false';

/** The parts of the graph that are left out. They are in the address. */
export function ExclusionEditor() {
  const { query } = useAddress();
  const exclusions = readExclusions(query);
  const { exclude_where: where } = exclusions;
  const labels: { readonly [N in keyof Exclusions]: (value: string) => ComponentChildren } = {
    exclude_node: (id) => <NameOf id={id} />,
    exclude_edge: (edge) => <EdgeName edge={edge} />,
    exclude_where: (condition) => <bdi>{conditionText(condition)}</bdi>,
  };
  const marks = exclusionNames.flatMap((name) =>
    exclusions[name]
      .filter((it) => it !== DISABLED)
      .map((it): Mark => ({
        key: it,
        label: labels[name](it),
        without: linkWith({ [name]: exclusions[name].filter((other) => other !== it) }),
      })),
  );
  return (
    <fieldset>
      <legend>Excluded</legend>
      <Marks label="Excluded" marks={marks} />
      <Check
        isChecked={where.includes(DISABLED)}
        onChange={(is) =>
          go(
            is
              ? linkWithout(query, { exclude_where: [DISABLED] })
              : linkWith({ exclude_where: where.filter((it) => it !== DISABLED) }),
          )
        }
      >
        Without disabled accounts
      </Check>
      <ObjectSearch
        id="exclude"
        label="Exclude an object"
        placeholder="Exclude an object"
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
