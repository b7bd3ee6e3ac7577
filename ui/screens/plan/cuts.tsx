import { formCall } from '../../api/call.js';
import type { EdgeFixesDto } from '../../api/schema.js';
import { linkWith, type Values } from '../../base/address.js';
import { number } from '../../base/format.js';
import { Section } from '../../base/parts.js';
import { Answered, type Asked, useAnswer } from '../../base/states.js';

/** Asks for the fixes that cut an edge. @param edge `source,kind,target`; null asks nothing @param question of the plan */
export function useCuts(edge: string | null, question: Values) {
  const query = { ...question, edge: edge ?? '' };
  const asked = useAnswer(edge === null ? null : formCall('GET /api/v2/graphs/fixes', { query }));
  const keys = asked.answer?.data.reasons.flatMap(({ fixes }) => fixes.map(({ key }) => key)) ?? [];
  return { asked, keys: new Set(keys) };
}

interface CutsProps {
  readonly edge: string;
  readonly asked: Asked<{ readonly data: EdgeFixesDto }>;
}

/** The fixes that cut an edge. */
export function Cuts({ edge, asked }: CutsProps) {
  return (
    <Section title="What cuts the edge">
      <p>
        <code>{edge}</code> <a href={linkWith({ cuts: '' })}>Show the plan alone</a>
      </p>
      <Answered asked={asked}>
        {({ data: { reasons } }) => (
          <>
            <p role="status">
              {reasons.length > 1
                ? `The edge has ${number(reasons.length)} reasons. It is cut by one fix of each.`
                : 'One of these fixes is enough.'}
            </p>
            <ul>
              {reasons.map(({ fixes }, index) => (
                <li key={index}>
                  {fixes.length === 0 && 'Nobody cuts it.'}
                  {fixes.map(({ key, text, cost }, at) => (
                    <span key={key}>
                      {at > 0 && ' or '}
                      {text} (cost {number(cost)})
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Section>
  );
}

/** Whether the plan itself is wanted, which takes a while to make. */
export function isPlanWanted(query: URLSearchParams): boolean {
  return !query.has('cuts') || query.has('until') || query.has('most');
}
