import { Fragment } from 'preact';
import { formCall } from '../../api/call.js';
import type { NewWayDto } from '../../api/schema.js';
import { linkTo } from '../../base/address.js';
import { EdgeLink } from '../../base/edge-link.js';
import { counted, number } from '../../base/format.js';
import { Heading } from '../../base/heading.js';
import { ObjectLink } from '../../base/object-link.js';
import { List } from '../../table/list.js';
import type { Column } from '../../table/table.js';
import { Period, since, unknownHint } from './period.js';
import { texts } from './texts.js';

/** Accounts that reach tier zero, and did not at an earlier run of the analysis. */
export function View() {
  return (
    <>
      <Heading text={texts.newWays} />
      <p class="muted">{texts.newWaysNote}</p>
      <List
        ask={(query) => formCall('GET /api/v2/graphs/new-ways', { query })}
        label={texts.newWays}
        columns={columns}
        filters={[since]}
        parameters={['until']}
        none={texts.noNewWay}
        noneLeft={texts.noNewWay}
        counted={(count) => counted(count, 'account')}
        hint={unknownHint}
        summary={(answer) => (
          <p>
            <Period {...answer} />
          </p>
        )}
        isTall
      />
    </>
  );
}

const columns: readonly Column<NewWayDto>[] = [
  {
    title: texts.way,
    cell: ({ objectid, name, kind, way, new_steps: added }) => (
      <>
        <span class="step">
          <ObjectLink id={objectid} name={name} kind={kind} />
        </span>
        {way.map(({ source, kind: edge, target, target_name: to, target_kind: of, is_new: isNew }) => (
          <Fragment key={source}>
            {' '}
            <span class="step">
              – {isNew && <strong class="mark new">{texts.new}</strong>}{' '}
              <EdgeLink source={source} target={target} kind={edge} />
              {'→ '}
              <ObjectLink id={target} name={to} kind={of} />
            </span>
          </Fragment>
        ))}
        {added === 0 && <p class="muted">{texts.noNewEdge}</p>}
      </>
    ),
  },
  { title: texts.steps, isNumber: true, isExtra: true, cell: ({ steps }) => number(steps) },
  {
    title: texts.next,
    isExtra: true,
    cell: ({ objectid: id }) => <a href={linkTo('/paths', { start_node: id })}>{texts.allPaths}</a>,
  },
];
