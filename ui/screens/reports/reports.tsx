import { call, formCall } from '../../api/call.js';
import type { ReportDto } from '../../api/schema.js';
import { go, linkTo } from '../../base/address.js';
import { Change } from '../../base/form.js';
import { Moment, Pairs } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { type Column, List } from '../../table/list.js';
import { inWords } from '../collection/recurrence.js';
import type { ViewProps } from '../screen.js';
import { Documents } from './documents.js';
import { newReport, periodText, sections, useReportFields, valuesOf } from './report-fields.js';

const permission = 'reports:write';

/** Reports, or one with its documents. */
export function View({ parts: { id } }: ViewProps) {
  return id === undefined ? <Reports /> : <Report id={Number(id)} />;
}

const columns: readonly Column<ReportDto>[] = [
  { title: 'Name', name: 'name', filter: 'part', width: '2fr', link: ({ id }) => linkTo(`/reports/${id}`) },
  { title: 'Schedule', cell: ({ rrule }) => scheduleText(rrule), width: '2fr', isExtra: true },
  { title: 'Next document', name: 'next_at', cell: ({ next_at: at }) => <Moment time={at} otherwise="By hand" /> },
];

function Reports() {
  const { fields } = useReportFields();
  return (
    <List
      heading="Reports"
      note="A report is a document for people without an account: how exposed the estate is, and what to do first."
      before={
        <div class="row">
          <Change
            label="Create a report"
            permission={permission}
            fields={fields}
            values={newReport}
            ask={(body) => formCall('POST /api/v2/reports', { body })}
            onDone={({ data }) => go(linkTo(`/reports/${data.id}`))}
          />
        </div>
      }
      ask={(query) => formCall('GET /api/v2/reports', { query })}
      columns={columns}
      sort="name"
      none="No report yet."
      unit="report"
    />
  );
}

const stops: Readonly<Record<NonNullable<ReportDto['stopped']>, string>> = {
  account_deleted: 'Its schedule has stopped: the account that made it is deleted.',
  account_disabled: 'Its schedule has stopped: the account that made it is disabled.',
  permission_lost: 'Its schedule has stopped: the account that made it may not write reports any more.',
};

function Report({ id }: { readonly id: number }) {
  const path = { report_id: id };
  return (
    <>
      <Ask
        of={call('GET /api/v2/reports/{report_id}', { path })}
        heading={(answer) => answer?.data.name ?? 'Report'}
        lines={6}
      >
        {({ data }) => <Definition {...data} />}
      </Ask>
      <Documents report={id} />
    </>
  );
}

function Definition(report: ReportDto) {
  const { id, name, tags, environments, since, rrule, recipients, next_at: next, stopped } = report;
  const { fields, names } = useReportFields();
  const named = (ids: readonly string[]) => <bdi>{ids.map((it) => names.get(it) ?? it).join(', ')}</bdi>;
  const path = { report_id: id };
  const shared = { permission, about: name } as const;
  return (
    <>
      {stopped !== null && (
        <p>
          <strong>{stops[stopped]}</strong>
        </p>
      )}
      <Pairs
        of={{
          'Who reaches': named(tags),
          Environments: environments.length > 0 ? named(environments) : 'All',
          Period: `${periodText(since)} before each document`,
          Sections: Object.entries(sections)
            .flatMap(([it, text]) => (report.sections.includes(it) ? text : []))
            .join(', '),
          Schedule: scheduleText(rrule),
          'Next document': next === null ? null : <Moment time={next} />,
          Recipients: recipients.length > 0 ? named(recipients) : null,
        }}
      />
      <div class="row">
        <Change
          {...shared}
          label="Make a document"
          ask={() => call('POST /api/v2/reports/{report_id}/run', { path })}
        />
        <Change
          {...shared}
          label="Change"
          fields={fields}
          values={valuesOf(report)}
          ask={(body) => formCall('PATCH /api/v2/reports/{report_id}', { path, body })}
        />
        <Change
          {...shared}
          label="Delete"
          isDanger
          note="The report is deleted with its documents."
          ask={() => call('DELETE /api/v2/reports/{report_id}', { path })}
          onDone={() => go(linkTo('/reports'))}
        />
      </div>
    </>
  );
}

function scheduleText(rrule: string | null): string {
  return rrule === null ? 'By hand' : inWords(rrule);
}
