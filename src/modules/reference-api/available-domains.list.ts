import { column, describeList, type ListRequest, maxLimit } from '../../http/list/list-description.js';

/** The reference product has no pages here: without a limit, all are returned. */
export const availableDomainList = describeList({
  columns: {
    objectid: column.string('n.objectid', 'sort', 'filter'),
    name: column.string('n.name', 'sort', 'filter'),
    collected: column.boolean('n.collected', 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 'n.objectid',
  defaultLimit: maxLimit,
});

export type AvailableDomainListRequest = ListRequest<keyof typeof availableDomainList.columns>;
