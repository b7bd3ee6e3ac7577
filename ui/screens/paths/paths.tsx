import { formCall } from '../../api/call.js';
import { address } from '../../base/address.js';
import { useKindTexts } from '../../base/kind-texts.js';
import { Heading } from '../../base/parts.js';
import { Answered, useAnswer } from '../../base/states.js';
import { NoPath, PathAnswer, StopSlow } from './path-answer.js';
import { PathForm } from './path-form.js';
import { pathQuery } from './question.js';
import './paths.css';

export function View() {
  const query = pathQuery(address.value.query);
  useKindTexts();
  const asked = useAnswer(query ? formCall('GET /api/v2/graphs/shortest-path', { query }) : null);
  return (
    <>
      <Heading text="Paths" />
      <PathForm />
      {!query && <p>Choose where paths begin. They lead to tier zero unless you choose another end.</p>}
      {query && <StopSlow asked={asked} />}
      <Answered asked={asked} lines={10} expected={(error) => error.has('graph.no_path') && <NoPath />}>
        {({ data, unknown_reach: unknown }) => <PathAnswer data={data} unknown={unknown?.assignments} />}
      </Answered>
    </>
  );
}
