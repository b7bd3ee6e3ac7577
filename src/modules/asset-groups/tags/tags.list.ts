import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { requiresCertification } from './tags.sql.js';

export const tagList = describeList({
  columns: {
    id: column.integer('g.id', 'sort', 'filter'),
    type: column.integer('g.type', 'sort', 'filter'),
    name: column.string('g.name', 'sort', 'filter'),
    description: column.string('g.description', 'sort', 'filter'),
    position: column.integer('g.position', 'sort', 'filter', 'nullable'),
    created_at: column.timestamp('g.created_at', 'sort', 'filter'),
    created_by: column.string('g.created_by', 'sort', 'filter'),
    updated_at: column.timestamp('g.updated_at', 'sort', 'filter'),
    updated_by: column.string('g.updated_by', 'sort', 'filter'),
    require_certify: column.boolean(requiresCertification, 'filter', 'nullable'),
  },
  flags: { counts: false },
  defaultSort: ['id'],
  tieBreaker: 'g.id',
});

export type TagListRequest = ListRequest<keyof typeof tagList.columns, 'counts'>;

export const tagSelectorList = describeList({
  columns: {
    id: column.integer('s.id', 'sort', 'filter'),
    name: column.string('s.name', 'sort', 'filter'),
    description: column.string('s.description', 'sort', 'filter'),
    auto_certify: column.boolean('(s.auto_certify > 0)', 'filter'),
    // Of the seeds: all are object ids.
    type: column.integer('1', 'filter'),
    is_default: column.boolean('s.system_selector', 'sort', 'filter'),
    created_at: column.timestamp('s.created_at', 'sort', 'filter'),
    created_by: column.string('s.created_by', 'sort', 'filter'),
    updated_at: column.timestamp('s.updated_at', 'sort', 'filter'),
    updated_by: column.string('s.updated_by', 'sort', 'filter'),
    disabled_at: column.timestamp('s.disabled_at', 'sort', 'filter', 'nullable'),
    disabled_by: column.string('s.disabled_by', 'sort', 'filter', 'nullable'),
  },
  flags: { counts: false },
  defaultSort: ['id'],
  tieBreaker: 's.id',
});

export type TagSelectorListRequest = ListRequest<keyof typeof tagSelectorList.columns, 'counts'>;

export const tagMemberList = describeList({
  columns: {
    id: column.integer('n.id', 'sort', 'filter'),
    object_id: column.string('n.objectid', 'sort', 'filter'),
    name: column.string('n.name', 'sort', 'filter'),
    primary_kind: column.string('k.name', 'sort', 'filter'),
    environment_id: column.string('n.environment', 'sort', 'filter', 'nullable'),
  },
  defaultSort: ['name'],
  tieBreaker: 'n.id',
});

export type TagMemberListRequest = ListRequest<keyof typeof tagMemberList.columns>;
