import { formCall } from '../../api/call.js';
import { useAddress } from '../../base/address.js';
import { Heading } from '../../base/heading.js';
import { useKindTexts } from '../../base/kind-texts.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import { NoPath, PathAnswer, StopSlow } from './path-answer.js';
import { PathForm } from './path-form.js';
import { pathQuery, readQuestion } from './question.js';
import { texts } from './texts.js';
import './paths.css';

export function View() {
  const question = readQuestion(useAddress().query);
  const query = pathQuery(question);
  const kindTexts = useKindTexts();
  const asked = useAnswer(query ? formCall('GET /api/v2/graphs/shortest-path', { query }) : null);
  const hasNoPath = asked.error?.has('graph.no_path') === true;
  return (
    <>
      <Heading text={texts.title} />
      <PathForm question={question} kindTexts={kindTexts} />
      {!query && <p>{texts.noStart}</p>}
      {query && <StopSlow asked={asked} />}
      {hasNoPath ? (
        <NoPath question={question} kindTexts={kindTexts} />
      ) : (
        <Answered asked={asked} lines={10}>
          {({ data }) => <PathAnswer data={data} question={question} kindTexts={kindTexts} />}
        </Answered>
      )}
    </>
  );
}
