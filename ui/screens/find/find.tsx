import { useAddress } from '../../base/address.js';
import { Results } from './results.js';
import { Start } from './start.js';

export function View() {
  const { query } = useAddress();
  const text = query.get('query')?.trim() ?? '';
  return text === '' ? <Start /> : <Results text={text} />;
}
