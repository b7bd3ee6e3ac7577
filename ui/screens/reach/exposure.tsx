import { formCall } from '../../api/call.js';
import type { ExposureGroupDto } from '../../api/schema.js';
import { address, linkTo, type Values } from '../../base/address.js';
import { counted, number, percent } from '../../base/format.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Heading, ObjectLink } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { ConditionEditor } from '../../selection/condition-editor.js';
import { endValues, isNamed, limitNames, readEnd, tierZero } from '../../selection/ends.js';
import { useEndName } from '../../selection/name-of.js';
import { listQuery } from '../../table/list-filters.js';
import { type Column, SmallTable } from '../../table/table.js';
import { ViewForm } from '../../selection/exclusion-editor.js';

/** How many accounts reach some objects, and what an exclusion changes. */
export function View() {
  const { query } = address.value;
  const end = readEnd(query, 'end') ?? tierZero;
  const name = useEndName(end);
  const asked: Values = { ...endValues('end', end), ...listQuery(limitNames, query) };
  return (
    <>
      <Heading text="Exposure" />
      <p class="muted">Enabled users, computers and service principals that gain control over any number of edges.</p>
      <ViewForm end={end}>
        <fieldset>
          <legend>Accounts</legend>
          <ConditionEditor label="Accounts: conditions" name="start_where" />
        </fieldset>
      </ViewForm>
      <Ask of={isNamed(end) ? formCall('GET /api/v2/graphs/exposure', { query: asked }) : null} lines={8}>
        {({ data: { accounts, reaching, share, unknown_enabled: unknown, before, lost, groups } }) => (
          <>
            <p role="status">
              {number(reaching)} of {counted(accounts, 'account')} ({percent(share)}) can reach {name}.{' '}
              {before !== undefined && (
                <strong>
                  Without the exclusion: {number(before)}. It takes away {number(lost ?? 0)}.
                </strong>
              )}
            </p>
            <SmallTable label="Exposure" columns={columnsOf(asked, before !== undefined)} rows={groups} />
            {unknown > 0 && (
              <p class="muted">Counted, too: {counted(unknown, 'account')} that no file calls enabled or disabled.</p>
            )}
          </>
        )}
      </Ask>
    </>
  );
}

const reached: readonly Column<ExposureGroupDto>[] = [
  { title: 'Reach it', name: 'reaching', isNumber: true },
  { title: 'Share', isNumber: true, cell: ({ share }) => percent(share) },
];

const changed: readonly Column<ExposureGroupDto>[] = [
  { title: 'Before', name: 'before', isNumber: true },
  { title: 'After', name: 'after', isNumber: true },
  { title: 'Lost', name: 'lost', isNumber: true },
];

/** @param asked the question, as values of an address */
function columnsOf(asked: Values, hasChange: boolean): readonly Column<ExposureGroupDto>[] {
  return [
    {
      title: 'Kind',
      width: '9rem',
      cell: ({ kind }) => (
        <>
          <KindIcon kind={kind} /> {kind}
        </>
      ),
    },
    {
      title: 'Environment',
      cell: ({ domain, environment_id: id }) => (id === null ? '' : <ObjectLink id={id} name={domain ?? ''} />),
    },
    { title: 'Accounts', name: 'accounts', isNumber: true, isExtra: true },
    ...(hasChange ? changed : reached),
    {
      title: 'Next',
      cell: ({ kind, environment_id: environment, reaching }) =>
        reaching > 0 && (
          <>
            <a href={linkTo('/reachable', { ...asked, kind, environment: environment ?? '' })}>Objects</a>{' '}
            <a href={linkTo('/paths', { ...asked, start_kind: kind })}>Paths of {kind}</a>
          </>
        ),
    },
  ];
}
