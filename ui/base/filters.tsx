import type { ComponentChildren } from 'preact';
import { go, linkWith, useAddress } from './address.js';
import type { Environment } from './environments.js';
import { texts } from './texts.js';

interface ChoiceProps {
  /** Of the value in the address. */
  readonly name: string;
  readonly label: string;
  /** The choice if the address has no value. */
  readonly any?: string;
  readonly children: ComponentChildren;
}

/** A choice whose value is in the address. */
export function Choice({ name, label, any = texts.any, children }: ChoiceProps) {
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

interface EnvironmentsProps {
  readonly environments: readonly Environment[] | undefined;
}

/** The choice of a domain or a tenant, as `environment` in the address. */
export function EnvironmentChoice({ environments = [] }: EnvironmentsProps) {
  return (
    <Choice name="environment" label={texts.environment}>
      {environments.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

/** The filters that searches and lists share, as `environment` and `tier_zero` in the address. */
export function EntityFilters({ environments }: EnvironmentsProps) {
  return (
    <>
      <EnvironmentChoice environments={environments} />
      <Choice name="tier_zero" label={texts.tierZero}>
        <option value="true">{texts.only}</option>
        <option value="false">{texts.without}</option>
      </Choice>
    </>
  );
}

/** The values of {@link EntityFilters} in the address, as parameters of the API. */
export function entityFilterOf(query: URLSearchParams): { environment?: string; tier_zero?: boolean } {
  const environment = query.get('environment');
  const tierZero = query.get('tier_zero');
  return { ...(environment && { environment }), ...(tierZero && { tier_zero: tierZero === 'true' }) };
}
