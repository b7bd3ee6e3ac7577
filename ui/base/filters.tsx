import { go, linkWith, useAddress } from './address.js';
import { type Choices, Select } from './controls.js';
import { useEnvironments } from './environments.js';

interface ChoiceProps {
  /** Of the value in the address. */
  readonly name: string;
  readonly label: string;
  /** The choice if the address has no value. */
  readonly any?: string | undefined;
  readonly choices: Choices;
}

/** A choice whose value is in the address. */
export function Choice({ name, label, any = 'Any', choices }: ChoiceProps) {
  return (
    <Select
      label={label}
      value={useAddress().query.get(name) ?? ''}
      choices={[['', any], ...choices]}
      onChange={(value) => go(linkWith({ [name]: value }), 'replace')}
    />
  );
}

/** The choice of a domain or a tenant, as `environment` in the address. */
export function EnvironmentChoice() {
  const choices = useEnvironments()?.map(({ id, name }) => [id, name] as const) ?? [];
  return <Choice name="environment" label="Environment" choices={choices} />;
}
