import type { OverviewDto } from '../../api/schema.js';
import { linkTo } from '../../base/address.js';
import { counted, number } from '../../base/format.js';
import { ObjectLink, Section } from '../../base/parts.js';

/** Steps that are written out. */
const SHOWN = 3;

/** The first stage of the plan. What it promises is its number of accounts: a single step often frees none. */
export function FirstStage({ stages, steps }: NonNullable<OverviewDto['plan']>) {
  const stage = stages[1];
  if (!stage) return null;
  return (
    <Section title="What to do first">
      <p>
        <strong>
          {counted(stage.steps, 'change')}: {counted(stage.remaining, 'account')} of {number(stages[0]?.remaining ?? 0)}{' '}
          can still reach tier zero
        </strong>
      </p>
      <ol>
        {steps.slice(0, SHOWN).map(({ key, text, at }) => (
          <li key={key}>
            {text.charAt(0).toUpperCase() + text.slice(1)}, at{' '}
            <ObjectLink id={at.objectid} name={at.name} kind={at.kind} isWrapped />
          </li>
        ))}
      </ol>
      <p>
        <a href={linkTo('/plan', { until: String(stage.remaining) })}>
          {stage.steps > SHOWN ? `All ${number(stage.steps)} steps` : 'The plan'}
        </a>
      </p>
    </Section>
  );
}
