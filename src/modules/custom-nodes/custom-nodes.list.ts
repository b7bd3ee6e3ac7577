import { column, describeList, type ListRequest } from '../../http/list/list-description.js';

export const customNodeList = describeList({
  columns: {
    id: column.integer('id', 'sort', 'filter'),
    kindName: column.string('kind_name', 'sort', 'filter'),
  },
  defaultSort: ['kindName'],
  tieBreaker: 'id',
});

export type CustomNodeListRequest = ListRequest<keyof typeof customNodeList.columns>;
