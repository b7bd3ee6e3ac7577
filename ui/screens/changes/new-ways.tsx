import { Fragment } from 'preact';
import { formCall } from '../../api/call.js';
import type { NewWayDto } from '../../api/schema.js';
import { linkTo } from '../../base/address.js';
import { EdgeLink, ObjectLink } from '../../base/parts.js';
import { type Column, List } from '../../table/list.js';
import { Period, since, unknownPeriod } from './changes.js';

/** Accounts that reach tier zero, and did not at an earlier run of the analysis. */
export function View() {
  return (
    <List
      heading="New ways to tier zero"
      note="Enabled accounts that reach tier zero and did not before, each with one shortest way."
      ask={(query) => formCall('GET /api/v2/graphs/new-ways', { query })}
      columns={columns}
      filters={[since]}
      parameters={['until']}
      none="No account has a new way to tier zero."
      noneLeft="No account has a new way to tier zero."
      unit="account"
      expected={unknownPeriod}
      summary={(answer) => (
        <p>
          <Period {...answer} />
        </p>
      )}
      isTall
    />
  );
}

const columns: readonly Column<NewWayDto>[] = [
  {
    title: 'Account and way',
    cell: ({ objectid, name, kind, way, stub, new_steps: added }) => (
      <>
        <span class="step">
          <ObjectLink id={objectid} name={name} kind={kind} />
        </span>
        {way.map(({ source, kind: edge, target, target_name: to, target_kind: of, is_new: isNew }) => (
          <Fragment key={source}>
            {' '}
            <span class="step">
              – {isNew && <strong class="mark new">new</strong>}{' '}
              <EdgeLink source={source} target={target} kind={edge} />
              {'→ '}
              <ObjectLink id={target} name={to} kind={of} />
            </span>
          </Fragment>
        ))}
        {stub && <p class="muted">All its ways lead over objects that you do not see.</p>}
        {added === 0 && !stub && (
          <p class="muted">No edge is new: the account was disabled, or the end did not belong to tier zero.</p>
        )}
      </>
    ),
  },
  { title: 'Steps', name: 'steps', isNumber: true, isExtra: true },
  {
    title: 'Next',
    isExtra: true,
    cell: ({ objectid: id }) => <a href={linkTo('/paths', { start_node: id })}>Paths to tier zero</a>,
  },
];
