import type { ApiError } from '../../api/send.js';
import { linkWith } from '../../base/address.js';
import { Moment } from '../../base/moment.js';
import type { Filter } from '../../table/list-filters.js';
import { texts } from './texts.js';

/** The time of the earlier graph. */
export const since: Filter = {
  name: 'since',
  label: texts.since,
  kind: 'choice',
  any: texts.firstRun,
  choices: Object.entries(texts.durations),
};

/** Offers the time that is known if it begins later than what was asked for. */
export function unknownHint(error: ApiError) {
  return error.has('graph.changes_unknown') && <a href={linkWith({ since: '' })}>{texts.sinceFirst}</a>;
}

interface Point {
  readonly finished_at: string;
}

/** The two runs of the analysis that an answer compares. */
export function Period({ since: from, until }: { readonly since: Point; readonly until: Point }) {
  return (
    <>
      {texts.between} <Moment time={from.finished_at} /> {texts.and} <Moment time={until.finished_at} />
    </>
  );
}
