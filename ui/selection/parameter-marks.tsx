import { address, linkWith } from '../base/address.js';
import { Marks } from '../base/parts.js';
import { conditionText } from '../table/condition-text.js';
import { NameOf } from './name-of.js';

const labels: Readonly<Record<string, string>> = {
  start_node: 'From',
  start_kind: 'From',
  start_tag: 'From',
  start_where: 'From',
  end_where: 'To',
  where: 'Only',
  node: 'Of',
  end_node: 'To',
  end_kind: 'To',
  end_tag: 'To',
  relationship_kinds: 'Kinds',
  only_traversable: 'Only edges that give control',
  exclude_node: 'Without',
  exclude_edge: 'Without',
  exclude_where: 'Without',
};

interface ParameterMarksProps {
  /** Of the list of marks, which then say nothing else of their parameters. */
  readonly label?: string;
  readonly names: readonly string[];
  /** A value that has a control of its own. */
  readonly except?: string;
}

/** Parameters of the address, each with a link that removes it. */
export function ParameterMarks({ label, names, except }: ParameterMarksProps) {
  const { query } = address.value;
  const all = names.flatMap((name) => query.getAll(name).map((value) => ({ name, value })));
  const marks = all
    .filter(({ value }) => value !== except)
    .map(({ name, value }) => ({
      key: `${name} ${value}`,
      label: (
        <>
          {label === undefined && `${labels[name] ?? name}: `}
          <ValueText name={name} value={value} />
        </>
      ),
      without: linkWith({ [name]: query.getAll(name).filter((it) => it !== value) }),
    }));
  return <Marks label={label ?? 'Asked'} marks={marks} />;
}

function ValueText({ name, value }: { readonly name: string; readonly value: string }) {
  if (name.endsWith('node')) return <NameOf id={value} />;
  if (name.endsWith('where')) return <bdi>{conditionText(value)}</bdi>;
  if (name !== 'exclude_edge') return <bdi>{value}</bdi>;
  // Ids that collectors send have no commas.
  const [source = '', kind = '', ...target] = value.split(',');
  return (
    <>
      <NameOf id={source} /> –{kind}→ <NameOf id={target.join()} />
    </>
  );
}
