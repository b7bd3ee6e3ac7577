import type { ComponentChildren } from 'preact';
import { go, linkWith, useAddress } from './address.js';
import type { Environment } from './environments.js';
import { texts } from './texts.js';

/** A choice whose value is in the address. */
export function Choice({ name, label, children }: { name: string; label: string; children: ComponentChildren }) {
  const { query } = useAddress();
  return (
    <label>
      {label}
      <select
        value={query.get(name) ?? ''}
        onChange={(event) => go(linkWith({ [name]: event.currentTarget.value }), 'replace')}
      >
        <option value="">{texts.any}</option>
        {children}
      </select>
    </label>
  );
}

/** The filters that searches and lists share, as `environment` and `tier_zero` in the address. */
export function EntityFilters({ environments = [] }: { readonly environments: readonly Environment[] | undefined }) {
  return (
    <>
      <Choice name="environment" label={texts.environment}>
        {environments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
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
