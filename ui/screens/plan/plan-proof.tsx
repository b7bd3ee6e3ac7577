import { Fragment } from 'preact';
import type { PlanDto } from '../../api/schema.js';
import { number } from '../../base/format.js';
import { EdgeLink, ObjectLink } from '../../base/parts.js';
import { linkWith } from '../../base/address.js';

type Certificate = NonNullable<PlanDto['certificate']>;
type Way = Certificate['ways'][number];

/** Why no plan costs less: ways with weights, and the fixes that cut them. */
export function Proof({ ways, sum, denominator, shown, of, price }: Certificate) {
  return (
    <details>
      <summary>Why not fewer?</summary>
      <p>
        Each plan holds a fix of each of these ways. Their weights add up to {number(sum)}
        {denominator > 1 && ` / ${number(denominator)}`}, and the ways that one fix cuts carry no more than
        {price
          ? ` ${number(price[0] ?? 0)} times its cost, or ${number(price[1] ?? 0)} for each account that stays`
          : ' its cost'}
        . {number(shown)} of {number(of)} ways are shown.{' '}
        {shown < of && <a href={linkWith({ ways: 'all' })}>Show all</a>}
      </p>
      <ul>
        {ways.map((way, index) => (
          <li key={index}>
            <WayText {...way} /> (weight {number(way.weight)})
            <ul>
              {way.fixes.map(({ key, text, cost }) => (
                <li key={key}>
                  {text} (cost {number(cost)})
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Accounts that no fix cuts off. */
export function Structural({ count, accounts, answers }: PlanDto['structural']) {
  return (
    <details>
      <summary>Accounts that no fix cuts off: {number(count)}</summary>
      <ul>
        {accounts.map(({ objectid, name, kind, way, ...hidden }) => (
          <li key={objectid}>
            <WayText account={{ objectid, name, kind }} way={way} {...hidden} />
          </li>
        ))}
      </ul>
      {answers.map((answer) => (
        <p key={answer}>{answer}</p>
      ))}
    </details>
  );
}

interface ShownWay extends Pick<Way, 'way' | 'stub'> {
  readonly account: Omit<Way['account'], 'href'>;
}

function WayText({ account, way, stub }: ShownWay) {
  return (
    <>
      <ObjectLink id={account.objectid} name={account.name} kind={account.kind} />
      {way.map(({ source, kind, target, target_name: name, target_kind: of }) => (
        <Fragment key={`${source} ${kind} ${target}`}>
          {' – '}
          <EdgeLink source={source} target={target} kind={kind} />
          {'→ '}
          <ObjectLink id={target} name={name} kind={of} />
        </Fragment>
      ))}
      {stub && ' over objects that you do not see'}
    </>
  );
}
