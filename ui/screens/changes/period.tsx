import type { ApiError } from '../../api/send.js';
import { linkWith } from '../../base/address.js';
import { Moment } from '../../base/moment.js';
import type { Filter } from '../../table/list-filters.js';

/** The time of the earlier graph. */
export const since: Filter = {
  name: 'since',
  label: 'Since',
  kind: 'choice',
  any: 'the first known analysis',
  choices: [
    ['-P1D', 'a day ago'],
    ['-P7D', '7 days ago'],
    ['-P30D', '30 days ago'],
  ],
};

/** Offers the time that is known if it begins later than what was asked for. */
export function unknownHint(error: ApiError) {
  return error.has('graph.changes_unknown') && <a href={linkWith({ since: '' })}>Since the first known analysis</a>;
}

interface Point {
  readonly finished_at: string;
}

/** The two runs of the analysis that an answer compares. */
export function Period({ since: from, until }: { readonly since: Point; readonly until: Point }) {
  return (
    <>
      Between the analyses of <Moment time={from.finished_at} /> and <Moment time={until.finished_at} />
    </>
  );
}
