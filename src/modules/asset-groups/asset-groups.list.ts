import { environmentKind, isCustomMember } from './asset-groups.sql.js';
import { column, describeList, type ListRequest } from '../../http/list/list-description.js';

export const assetGroupList = describeList({
  columns: {
    id: column.integer('g.id', 'sort', 'filter'),
    name: column.string('g.name', 'sort', 'filter'),
    tag: column.string('g.tag', 'sort', 'filter'),
    system_group: column.boolean('g.system_group', 'sort', 'filter'),
    created_at: column.timestamp('g.created_at', 'sort', 'filter'),
    updated_at: column.timestamp('g.updated_at', 'sort', 'filter'),
  },
  defaultSort: ['id'],
  tieBreaker: 'g.id',
});

export type AssetGroupListRequest = ListRequest<keyof typeof assetGroupList.columns>;

export const memberList = describeList({
  columns: {
    objectID: column.string('n.objectid', 'sort', 'filter'),
    name: column.string('n.name', 'sort', 'filter'),
    label: column.string('k.name', 'sort', 'filter'),
    environment_id: column.string('n.environment', 'sort', 'filter', 'nullable'),
    environment_kind: column.string(environmentKind, 'sort', 'filter', 'nullable'),
    custom_member: column.boolean(isCustomMember, 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 'n.id',
});

export type MemberListRequest = ListRequest<keyof typeof memberList.columns>;
export type MemberFilters = MemberListRequest['filters'];
