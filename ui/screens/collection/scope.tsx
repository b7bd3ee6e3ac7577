import type { JobDto } from '../../api/schema.js';
import type { Environment } from '../../base/environments.js';
import type { Field } from '../../base/field.js';
import type { Values } from '../../base/form.js';
import { Lines, ObjectLink } from '../../base/parts.js';

const optionTexts = {
  session_collection: 'Sessions',
  local_group_collection: 'Local groups',
  ad_structure_collection: 'Structure of the directory',
  cert_services_collection: 'Certificate services',
  ca_registry_collection: 'Registries of certificate authorities',
  dc_registry_collection: 'Registries of domain controllers',
} as const;

type Scope = Pick<JobDto, Option | 'all_trusted_domains' | 'ous' | 'domains'>;
type Option = keyof typeof optionTexts;

export const options = Object.entries(optionTexts);

/** The fields of a form for the scope of an event or a job. They are named as in the API. */
export function scopeFields(environments: readonly Environment[] = []): readonly Field[] {
  const collected = environments.filter(({ type, isCollected }) => type !== 'extension' && isCollected);
  return [
    ...options.map(([name, label]) => ({ name, label, kind: 'check' as const })),
    { name: 'all_trusted_domains', label: 'From all trusted domains', kind: 'check' },
    {
      name: 'domains',
      label: 'From these domains only',
      kind: 'several',
      choices: collected.map(({ id, name }) => [id, name]),
    },
    {
      name: 'ous',
      label: 'From these organisational units only',
      kind: 'lines',
      note: 'One object id or distinguished name a line. Without any place the client collects its own domain.',
    },
  ];
}

/** The values of {@link scopeFields}. */
export function scopeValues(scope: Scope): Values {
  const { ous, domains, all_trusted_domains } = scope;
  const ids = (references: Scope['ous'] | Scope['domains']) =>
    references.map((it) => (typeof it === 'string' ? it : it.objectid));
  return {
    ...Object.fromEntries(options.map(([name]) => [name, new Map(Object.entries(scope)).get(name) === true])),
    all_trusted_domains,
    ous: ids(ous),
    domains: ids(domains),
  };
}

/** The methods of a collection, and its place. */
export function ScopeView({ scope }: { readonly scope: Scope }) {
  const values = scopeValues(scope);
  const places = [...scope.ous, ...scope.domains].map((it) =>
    typeof it === 'string' ? { objectid: it, name: it } : it,
  );
  return (
    <>
      <p>{options.flatMap(([name, label]) => (values[name] === true ? [label] : [])).join(', ')}</p>
      {scope.all_trusted_domains && <p>From all trusted domains</p>}
      <Lines of={places} line={({ objectid: id, name }) => <ObjectLink id={id} name={name} />} />
    </>
  );
}
