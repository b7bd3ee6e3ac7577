import { useId, useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { address, go, linkWith } from '../base/address.js';
import { Input, Select } from '../base/controls.js';
import { Button, Marks } from '../base/parts.js';
import { useAnswer } from '../base/states.js';
import { conditionOf, conditionText, predicates } from './condition-text.js';

/** Placeholders of values by the types of properties. */
const hints = {
  boolean: 'true, false or null',
  time: '2026-01-31, -P90D or null',
  number: 'number or null',
  text: 'text or null',
  texts: 'one of the texts, or null',
} as const;

/** Adds conditions on properties and columns of properties. They are in the address, as `where` and `props`. */
export function Conditions() {
  const { query } = address.value;
  const [where, props] = [query.getAll('where'), columnsIn(query)];
  const sorted = query.get('sort_by')?.replace(/^-/, '');
  const marks = [
    ...where.map((it, at) => ({
      key: `where ${at}`,
      label: <bdi>{conditionText(it)}</bdi>,
      without: linkWith({ where: where.toSpliced(at, 1) }),
    })),
    ...props.map((it) => ({
      key: `props ${it}`,
      label: `Column ${it}`,
      // A list is not sorted by a column that it no longer has.
      without: linkWith({
        props: props.filter((other) => other !== it).join(),
        ...(sorted === `props.${it}` && { sort_by: '' }),
      }),
    })),
  ];
  return (
    <>
      <Marks label="Conditions and columns" marks={marks} />
      <NewCondition label="Conditions and columns" name="where" props={props} />
    </>
  );
}

/** Ways to ask for edges and containers. They stand beside the properties. */
const forms = [
  { name: 'edge:AdminTo:out', about: 'number of edges of a kind, in or out' },
  { name: 'under', about: 'object id of a container above' },
];

interface NewConditionProps {
  readonly label: string;
  /** Of the parameter in the address. */
  readonly name: string;
  /** Columns of properties; absent: there are none. */
  readonly props?: readonly string[];
}

/** Opens a form that adds a condition to the address. */
export function NewCondition({ label, ...form }: NewConditionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && <ConditionForm {...form} />}
    </details>
  );
}

function ConditionForm({ name: parameter, props }: Omit<NewConditionProps, 'label'>) {
  const id = useId();
  const [property, setProperty] = useState('');
  const [predicate, setPredicate] = useState('eq');
  const [value, setValue] = useState('');
  const asked = useAnswer(call('GET /api/v2/graphs/kinds', { query: { type: ['node'], properties: true } }));
  const known = asked.answer?.data.properties ?? [];
  const type = known.find(({ name }) => name === property)?.type;
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    setValue('');
    const added = conditionOf(property.trim(), predicate, value.trim(), type === 'time');
    go(linkWith({ [parameter]: [...address.value.query.getAll(parameter), added] }));
  };
  const name = property.trim();
  return (
    <form class="row" onSubmit={add}>
      <Input label="Property" required list={`${id}-properties`} value={property} onText={setProperty} />
      <datalist id={`${id}-properties`}>
        {known.map((it) => (
          <option key={it.name} value={it.name} label={`${it.type}: ${it.kinds.join(', ')}`} />
        ))}
        {forms.map((it) => (
          <option key={it.name} value={it.name} label={it.about} />
        ))}
      </datalist>
      <Select aria-label="Predicate" value={predicate} choices={Object.entries(predicates)} onChange={setPredicate} />
      <Input
        label="Value"
        required
        list={`${id}-values`}
        placeholder={type && hints[type]}
        value={value}
        onText={setValue}
      />
      <datalist id={`${id}-values`}>
        {(type === 'boolean' ? ['true', 'false', 'null'] : type === 'time' ? ['-P90D', '-P1Y', 'null'] : ['null']).map(
          (it) => (
            <option key={it} value={it} />
          ),
        )}
      </datalist>
      <button type="submit">Add condition</button>
      {props && (
        <Button
          label="Add column"
          isDisabled={name === '' || props.includes(name)}
          run={() => go(linkWith({ props: [...props, name].join() }))}
        />
      )}
    </form>
  );
}

/** Names of the properties that an address asks as columns. */
export function columnsIn(query: URLSearchParams): readonly string[] {
  return [...new Set((query.get('props') ?? '').split(',').filter((name) => name !== ''))];
}
