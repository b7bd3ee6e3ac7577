import { analysisRunStatuses } from '../../analysis/runs/analysis-run.js';
import { column, describeList, type ListRequest } from '../../http/list/list-description.js';

export const analysisRunList = describeList({
  columns: {
    status: column.choice(analysisRunStatuses)('r.status', 'sort', 'filter'),
    requested_at: column.timestamp('r.requested_at', 'sort', 'filter'),
    requested_by: column.string('r.requested_by', 'sort', 'filter'),
    started_at: column.timestamp('r.started_at', 'sort', 'filter', 'nullable'),
    finished_at: column.timestamp('r.finished_at', 'sort', 'filter', 'nullable'),
  },
  defaultSort: ['-requested_at'],
  tieBreaker: 'r.id',
});

export type AnalysisRunListRequest = ListRequest<keyof typeof analysisRunList.columns>;
