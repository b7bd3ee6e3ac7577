import type { PlanDto } from '../../api/schema.js';
import { counted, number } from '../../base/format.js';
import { ObjectLink, Section } from '../../base/parts.js';

type Step = PlanDto['steps'][number];

/** The fixes as cards, by stages. */
export function Steps({ steps, cutting }: Pick<PlanDto, 'steps'> & { readonly cutting: ReadonlySet<string> }) {
  if (steps.length === 0) return <p>Nothing is changed.</p>;
  return (
    <Section title="Steps">
      <div class="cards wide">
        {steps.map((step, index) => (
          <StepCard key={step.key} step={step} place={index + 1} isCutting={cutting.has(step.key)} />
        ))}
      </div>
    </Section>
  );
}

interface StepCardProps {
  readonly step: Step;
  readonly place: number;
  /** Whether it cuts the edge that the view is about. */
  readonly isCutting: boolean;
}

function StepCard({ step, place, isCutting }: StepCardProps) {
  const { at, by, text, cost, stage, gain, remaining_after: after, guessed, remedy, takes_away: lost } = step;
  return (
    <section aria-label={`Step ${place}`}>
      <h3>
        {number(place)}. {text}
      </h3>
      {isCutting && (
        <p>
          <strong>It cuts the edge.</strong>
        </p>
      )}
      <p>
        Stage {number(stage)}, cost {number(cost)}. It cuts off {counted(gain, 'account')}; {number(after)} stay.
      </p>
      <p>
        Changed: <ObjectLink id={at.objectid} name={at.name} kind={at.kind} />
        {by && (
          <>
            {' '}
            for <ObjectLink id={by.objectid} name={by.name} kind={by.kind} />
          </>
        )}
        {guessed && <span class="muted"> The container is guessed: the nearest one with such an entry.</span>}
      </p>
      {remedy !== null && <p>{remedy}</p>}
      <details>
        <summary>What else it takes away</summary>
        <p>
          {lost.pairs === 0
            ? 'No right that an account has today.'
            : `${lost.at_least ? 'At least ' : ''}${counted(lost.pairs, 'right')} of ${counted(lost.accounts, 'account')}, by themselves or by membership.`}
        </p>
      </details>
    </section>
  );
}
