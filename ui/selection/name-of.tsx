import { call } from '../api/call.js';
import { KindIcon } from '../base/kind-icon.js';
import { breakable } from '../base/parts.js';
import { useAnswer } from '../base/states.js';
import { type End, isTierZero } from './ends.js';

/** The name of an object; its id until the name has arrived. @param id empty: nothing is asked */
export function useName(id: string): { readonly name: string; readonly kind: string | undefined } {
  const asked = call('GET /api/v2/base/{object_id}', { path: { object_id: id }, query: { counts: false } });
  const { answer } = useAnswer(id === '' ? null : asked);
  const name = answer?.data.props['name'];
  return { name: typeof name === 'string' && name !== '' ? name : id, kind: answer?.data.kinds[0] };
}

/** The name of an object, if only its id is known. */
export function NameOf({ id }: { readonly id: string }) {
  const { name, kind } = useName(id);
  return (
    <>
      {kind !== undefined && <KindIcon kind={kind} />} <bdi>{breakable(name)}</bdi>
    </>
  );
}

/** An end of a question in words: `tier zero`, `any Domain`, `ADA@BIRCH.LOCAL`, `one of 3 objects`. */
export function useEndName(end: End): string {
  const [first = '', ...others] = end.values;
  const { name } = useName(end.by === 'node' && others.length === 0 ? first : '');
  if (end.by === 'kind') return `any ${first}`;
  if (end.by === 'tag') return isTierZero(end) ? 'tier zero' : `members of ${first}`;
  return others.length === 0 ? name || 'an end' : `one of ${others.length + 1} objects`;
}
