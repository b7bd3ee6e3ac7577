import { go, linkTo, useAddress } from '../base/address.js';
import { useKeys } from '../base/keys.js';
import { objectPath } from '../base/object-link.js';
import { ObjectSearch } from '../base/object-search.js';

/** Searches objects from each view. */
export function SearchBox() {
  const { path, query } = useAddress();
  useKeys([{ keys: '/', does: 'Search objects', run: () => document.getElementById('search')?.focus() }]);
  return (
    <ObjectSearch
      id="search"
      label="Search objects"
      placeholder="Search by name or object id ( / )"
      asked={path === '/' ? (query.get('query') ?? '') : ''}
      onPick={({ objectid }, hasAlt) => go(hasAlt ? linkTo('/paths', { start_node: objectid }) : objectPath(objectid))}
      onSubmit={(text) => go(linkTo('/', { query: text }))}
    />
  );
}
