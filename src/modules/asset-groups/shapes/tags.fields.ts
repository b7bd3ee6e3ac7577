import { TagType } from '../../../analysis/tier-zero/tag-type.js';
import { columnsOf, field, listOf, shape } from '../../../http/fields/fields.js';
import { JsonText } from '../../../http/json-text.js';
import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { isAmongAsked } from '../../environments/asked-environments.js';
import { selectedSql } from '../../../analysis/tier-zero/members-sql.js';

/** Tags that are read as kinds have numbers from here, above all stored kinds (`smallint`). */
const firstTagKind = 40_000;

const inListsWithCounts = { required: false, description: 'In lists with `counts=true`.' } as const;

/** Times and accounts of the row with this alias. */
function changesOf(alias: string) {
  const byWhom = 'Id of an account, or `SYSTEM` for the service.';
  return {
    created_at: field.time(`${alias}.created_at`, {}, 'sort', 'filter'),
    created_by: field.text(`${alias}.created_by`, byWhom, 'sort', 'filter'),
    updated_at: field.time(`${alias}.updated_at`, {}, 'sort', 'filter'),
    updated_by: field.text(`${alias}.updated_by`, byWhom, 'sort', 'filter'),
  };
}

function selectorsThat(condition: string): string {
  return `(SELECT count(*) FROM asset_group_selector s WHERE s.asset_group_id = g.id AND ${condition})`;
}

interface TagParts {
  /** SQL of the number of members; absent if no counts are asked for. */
  readonly members?: string;
}

const tagCounts = shape('TagCountsDto', {
  members: field.count(({ members = '' }: TagParts) => members, 'Number of distinct members in the current graph.'),
  selectors: field.count(selectorsThat('true'), 'Number of all selectors.'),
  custom_selectors: field.count(selectorsThat('NOT s.system_selector'), 'Selectors that users created.'),
  default_selectors: field.count(selectorsThat('s.system_selector'), 'Selectors of the service.'),
  disabled_selectors: field.count(selectorsThat('s.disabled_at IS NOT NULL'), 'Selectors that are disabled.'),
});

/** The tag `g`. */
export const tagShape = shape('TagDto', {
  id: field.int32('g.id', 'Equals the id of the asset group.', 'sort', 'filter'),
  type: field.integer(
    'g.type',
    { minimum: 1, maximum: 3, description: '1 is a tier, 2 a label, 3 the tag Owned.' },
    'sort',
    'filter',
  ),
  kind_id: field.int32(`g.id + ${firstTagKind}`, 'Number of the tag as a kind of nodes.'),
  name: field.text('g.name', { example: 'Backup servers' }, 'sort', 'filter'),
  description: field.text('g.description', 'Empty if there is none.', 'sort', 'filter'),
  ...changesOf('g'),
  position: field.nullInt32('g.position', 'Rank of a tier, from 1; null for other tags.', 'sort', 'filter'),
  require_certify: field.nullBoolean(
    `(CASE g.type WHEN ${TagType.Tier} THEN false END)`,
    'False for a tier: members need no certification. Null for other tags.',
    'filter',
  ),
  analysis_enabled: field.nullBoolean(
    `CASE g.type WHEN ${TagType.Tier} THEN g.position = 1 END`,
    'True for the first tier, false for other tiers, null for other tags.',
  ),
  glyph: field.nullText('g.glyph', 'Name of an icon.'),
  counts: field.object(tagCounts, inListsWithCounts, ({ members }) => members !== undefined),
});

export const oneTag = shape('OneTagDto', { tag: field.object(tagShape) });

export const tagList = listOf(tagShape, { flags: { counts: false }, defaultSort: ['id'], tieBreaker: 'g.id' });
export type TagListRequest = ListRequest<keyof typeof tagList.columns, 'counts'>;

interface SelectorParts {
  /** Parameter of {@link isAmongAsked}; absent if no counts are asked for. */
  readonly environments?: string;
}

const selectorCounts = shape('SelectorCountsDto', {
  members: field.count(
    ({ environments = '' }: SelectorParts) =>
      `(SELECT count(DISTINCT n.id) FROM (${selectedSql('sel.id = s.id', 'TRUE')}) selected
        JOIN node n ON n.id = selected.id WHERE ${isAmongAsked('n.environment', environments)})`,
    'Number of distinct nodes that the selector selects in the current graph, or would select if it were enabled.',
  ),
});

const seed = shape('SeedDto', {
  type: field.integer('seed.type', { enum: [1, 2], description: '1: `value` is an object id; 2: a query in Cypher.' }),
  value: field.text('seed.value', 'Object id, whose node may not exist yet; or a query.'),
});

/** The seeds of the selector `s`. */
const seeds = `(SELECT 1 AS type, object_id AS value FROM asset_group_seed WHERE selector_id = s.id
  UNION ALL SELECT 2, query COLLATE "C" FROM unnest(s.queries) query) seed`;

/** The selector `s`. */
export const tagSelectorShape = shape('TagSelectorDto', {
  id: field.int32('s.id', {}, 'sort', 'filter'),
  asset_group_tag_id: field.int32('s.asset_group_id'),
  ...changesOf('s'),
  disabled_at: field.optionalTime('s.disabled_at', 'A selector with this time selects nothing.', 'sort', 'filter'),
  disabled_by: field.optionalText('s.disabled_by', 'Id of an account, or `SYSTEM` for the service.', 'sort', 'filter'),
  name: field.text('s.name', { example: 'Backup servers of Birch' }, 'sort', 'filter'),
  description: field.text('s.description', 'Empty if there is none.', 'sort', 'filter'),
  auto_certify: field.integer('s.auto_certify', { minimum: 0, maximum: 2, description: 'As sent. It has no effect.' }),
  is_default: field.boolean(
    's.system_selector',
    'True for a rule of the service, by which the analysis finds seeds.',
    'sort',
    'filter',
  ),
  allow_disable: field.boolean('s.allow_disable', 'False for a rule that stays on.'),
  seeds: field.array(seed, seeds, 'seed.type, seed.value', 'Empty for a rule: `description` is its text.'),
  counts: field.object(selectorCounts, inListsWithCounts, ({ environments }) => environments !== undefined),
});

export const oneTagSelector = shape('OneTagSelectorDto', { selector: field.object(tagSelectorShape) });

export const tagSelectorList = describeList({
  columns: {
    ...columnsOf(tagSelectorShape.fields),
    auto_certify: column.boolean('(s.auto_certify > 0)', 'filter'),
    // Of the seeds.
    type: column.integer("CASE s.queries WHEN '{}' THEN 1 ELSE 2 END", 'filter'),
  },
  flags: { counts: false },
  defaultSort: ['id'],
  tieBreaker: 's.id',
});
export type TagSelectorListRequest = ListRequest<keyof typeof tagSelectorList.columns, 'counts'>;

interface MemberParts {
  /** SQL of the source by which the node is selected; see {@link sourceBy}. */
  readonly source: string;
}

/** The first source of the node `n`. @param selectors condition on the selectors `sel` that may select it */
export function sourceBy(selectors: string): string {
  return `(SELECT min(selected.source) FROM (${selectedSql(selectors)}) selected WHERE selected.id = n.id)`;
}

/** The node `n` of the kind `k`. */
export const tagMemberShape = shape('TagMemberDto', {
  id: field.int32('n.id', 'Integer id of the node.', 'sort', 'filter'),
  object_id: field.text('n.objectid', { example: 'S-1-5-21-3130019616-2776909439-2417379446-512' }, 'sort', 'filter'),
  environment_id: field.text(
    `COALESCE(n.environment, '')`,
    'Object id of the domain or tenant of the node; empty if unknown.',
  ),
  primary_kind: field.text('k.name', { example: 'Group' }, 'sort', 'filter'),
  name: field.text('n.name', { example: 'DOMAIN ADMINS@BIRCH.LOCAL' }, 'sort', 'filter'),
  properties: field.anyObject('n.props::text', 'The stored properties of the node.'),
  source: field.integer(({ source }: MemberParts) => source, {
    enum: [1, 2, 3],
    description: '1: a seed of a selector. 2: below a seed, such as a member of a group. 3: above, such as a policy.',
  }),
});

/** The node `n` as a member of the tag `g`. */
export const oneTagMember = shape('OneTagMemberDto', {
  member: field.object(
    shape('TagMemberWithSelectorsDto', {
      ...tagMemberShape.fields,
      selectors: field.array(
        tagSelectorShape,
        `asset_group_selector s WHERE s.asset_group_id = g.id
           AND n.id IN (SELECT selected.id FROM (${selectedSql('sel.id = s.id')}) selected)`,
        's.id',
        'The selectors of the tag that select the node.',
      ),
    }),
  ),
});

export const tagMemberList = describeList({
  columns: {
    ...columnsOf(tagMemberShape.fields),
    environment_id: column.string('n.environment', 'sort', 'filter', 'nullable'),
  },
  defaultSort: ['name'],
  tieBreaker: 'n.id',
});
export type TagMemberListRequest = ListRequest<keyof typeof tagMemberList.columns>;

/** The node `n` of the kind `k`, selected by `source` of `found`. */
export const selectionPreview = shape('SelectionPreviewDto', {
  count: field.count('$3::int', 'Number of all nodes that would be selected.'),
  members: field.array(
    tagMemberShape,
    'unnest($1::int[], $2::int[]) WITH ORDINALITY found (id, source, place) JOIN node n ON n.id = found.id JOIN kind k ON k.id = n.kind',
    'found.place',
    'At most 200 of them, seeds first.',
  ),
});

/** The row of an answer of {@link oneTag} or of a selector, as its creation returns it. */
export function withoutName(answer: JsonText): JsonText {
  const { data }: { data: object } = JSON.parse(answer.text);
  return new JsonText(JSON.stringify({ data: Object.values(data)[0] }));
}
