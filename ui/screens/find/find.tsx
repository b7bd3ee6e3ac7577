import { address } from '../../base/address.js';
import { Lazy } from '../../base/lazy.js';
import { Start } from './start.js';

/** Each of them is a search. */
const parameters = ['query', 'type', 'environment', 'tier_zero', 'where'];

export function View() {
  const { query } = address.value;
  const isSearch = parameters.some((name) => (query.get(name) ?? '').trim() !== '');
  return isSearch ? <Lazy load={loadResults} props={{}} /> : <Start />;
}

const loadResults = () => import('./results.js').then(({ Results }) => Results);
