import { useAddress } from '../../base/address.js';
import { Results } from './results.js';
import { Start } from './start.js';

/** Each of them is a search. */
const parameters = ['query', 'type', 'environment', 'tier_zero', 'where'];

export function View() {
  const { query } = useAddress();
  return parameters.some((name) => (query.get(name) ?? '').trim() !== '') ? <Results /> : <Start />;
}
