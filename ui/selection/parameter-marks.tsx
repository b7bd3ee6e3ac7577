import { linkWith, useAddress } from '../base/address.js';
import { Marks } from '../base/parts.js';
import { NameOf } from './name-of.js';

const labels: Readonly<Record<string, string>> = {
  start_node: 'From',
  start_kind: 'From',
  start_tag: 'From',
  end_node: 'To',
  end_kind: 'To',
  end_tag: 'To',
  relationship_kinds: 'Kinds',
  only_traversable: 'Only edges that give control',
  exclude_node: 'Without',
  exclude_edge: 'Without',
  exclude_where: 'Without',
};

/** Parameters of a question that its screen does not edit, each with a link that removes it. */
export function ParameterMarks({ names }: { readonly names: readonly string[] }) {
  const { query } = useAddress();
  const marks = names.flatMap((name) =>
    query.getAll(name).map((value) => ({
      key: `${name} ${value}`,
      label: (
        <>
          {labels[name] ?? name}: {name.endsWith('_node') ? <NameOf id={value} /> : <bdi>{value}</bdi>}
        </>
      ),
      without: linkWith({ [name]: query.getAll(name).filter((it) => it !== value) }),
    })),
  );
  return <Marks label="Asked" marks={marks} />;
}
