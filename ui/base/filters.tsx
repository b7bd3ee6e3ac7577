import type { ComponentChildren } from 'preact';
import { go, linkWith, useAddress } from './address.js';
import { useEnvironments } from './environments.js';

interface ChoiceProps {
  /** Of the value in the address. */
  readonly name: string;
  readonly label: string;
  /** The choice if the address has no value. */
  readonly any?: string;
  readonly children: ComponentChildren;
}

/** A choice whose value is in the address. */
export function Choice({ name, label, any = 'Any', children }: ChoiceProps) {
  const { query } = useAddress();
  return (
    <label>
      {label}
      <select
        value={query.get(name) ?? ''}
        onChange={(event) => go(linkWith({ [name]: event.currentTarget.value }), 'replace')}
      >
        <option value="">{any}</option>
        {children}
      </select>
    </label>
  );
}

/** The choice of a domain or a tenant, as `environment` in the address. */
export function EnvironmentChoice() {
  return (
    <Choice name="environment" label="Environment">
      {useEnvironments()?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
