import { call } from '../api/call.js';
import { KindIcon } from '../base/kind-icon.js';
import { breakable } from '../base/parts.js';
import { useAnswer } from '../base/use-answer.js';

/** The name of an object; its id until the name has arrived. */
export function useName(id: string): { readonly name: string; readonly kind: string | undefined } {
  const { answer } = useAnswer(
    call('GET /api/v2/base/{object_id}', { path: { object_id: id }, query: { counts: false } }),
  );
  const name = answer?.data.props['name'];
  return { name: typeof name === 'string' && name !== '' ? name : id, kind: answer?.data.kinds[0] };
}

/** The name of an object of which only the id is known. */
export function NameOf({ id }: { readonly id: string }) {
  const { name, kind } = useName(id);
  return (
    <>
      {kind !== undefined && <KindIcon kind={kind} />} <bdi>{breakable(name)}</bdi>
    </>
  );
}
