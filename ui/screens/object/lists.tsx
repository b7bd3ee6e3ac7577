import type { SearchResultDto } from '../../api/schema.js';
import { useAddress } from '../../base/address.js';
import { counted, number, titleOf } from '../../base/format.js';
import { objectPath } from '../../base/object-link.js';
import { listPath } from './entity-lists.js';
import { Related } from './related.js';

type List = readonly [name: string, count: number];

interface ListsProps {
  readonly object: SearchResultDto;
  readonly lists: readonly List[];
}

/** The lists of an object with their lengths, and the chosen one. Empty lists are folded. */
export function Lists({ object, lists }: ListsProps) {
  const { query } = useAddress();
  const chosen = query.get('list');
  const link = ([name, count]: List) => (
    <li key={name}>
      <a href={objectPath(object.objectid, { list: name })} aria-current={name === chosen ? 'true' : undefined}>
        {titleOf(name)}
      </a>{' '}
      <span class="muted">{number(count)}</span>
    </li>
  );
  const [filled, empty] = [lists.filter(([, count]) => count > 0), lists.filter(([, count]) => count === 0)];
  return (
    <div class="beside">
      <nav aria-label="Lists">
        <ul class="plain">{filled.map(link)}</ul>
        {empty.length > 0 && (
          <details open={empty.some(([name]) => name === chosen)}>
            <summary>{counted(empty.length, 'empty list')}</summary>
            <ul class="plain">{empty.map(link)}</ul>
          </details>
        )}
      </nav>
      {chosen !== null && lists.some(([name]) => name === chosen) ? (
        <Related key={chosen} object={object} list={chosen} path={listPath(object.href, chosen)} />
      ) : (
        <p>Choose a list to see its objects.</p>
      )}
    </div>
  );
}
