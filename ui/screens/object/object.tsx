import { call } from '../../api/call.js';
import { Heading } from '../../base/heading.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import type { ViewProps } from '../screen.js';

export function View({ parts: { id = '' } }: ViewProps) {
  const asked = useAnswer(call('GET /api/v2/base/{object_id}', { path: { object_id: id } }));
  const name = asked.answer?.data.props['name'];
  return (
    <>
      <Heading text={typeof name === 'string' ? name : id} />
      <Answered asked={asked}>{({ data }) => <p>{data.kinds.join(', ')}</p>}</Answered>
    </>
  );
}
