import { linkTo } from '../../../base/address.js';
import { useEnvironments } from '../../../base/environments.js';
import { Heading } from '../../../base/heading.js';
import { KindIcon } from '../../../base/kind-icon.js';
import '../data.css';
import type { ViewProps } from '../../screen.js';
import { EnvironmentQuality } from './environment-quality.js';

/** Data quality of one environment, or the choice of one. */
export function View({ parts: { environment: id } }: ViewProps) {
  const environments = useEnvironments();
  const found = environments?.find((it) => it.id === id);
  const title = found
    ? `Data quality of ${found.name}`
    : id === undefined || !environments
      ? 'Data quality'
      : 'There is no such domain or tenant';
  return (
    <>
      <Heading text={title} />
      {found && environments ? (
        <EnvironmentQuality environment={found} environments={environments} />
      ) : (
        <div aria-busy={environments === undefined}>
          <p>
            {environments?.length === 0
              ? 'No domain or tenant has been collected yet.'
              : 'Each analysis counts the objects of each domain and tenant, and how complete the collection is.'}
          </p>
          <ul class="plain">
            {environments?.map((it) => (
              <li key={it.id}>
                <KindIcon kind={it.isCloud ? 'AZTenant' : 'Domain'} />{' '}
                <a href={linkTo(`/data/quality/${encodeURIComponent(it.id)}`)}>
                  <bdi>{it.name}</bdi>
                </a>{' '}
                {!it.isCollected && <span class="muted">only mentioned, so nothing is counted</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
