import {
  arrayToken,
  booleanToken,
  nullBooleanToken,
  nullInt32Token,
  nullTextToken,
  numberToken,
  objectToken,
  optionalToken,
  textToken,
  timeToken,
} from '../../../database/json-token.js';
import { TagType } from '../../../analysis/tier-zero/tag-type.js';
import { selectedSql } from '../asset-groups.sql.js';

/** Numbers of tags as kinds begin here, above those of all stored kinds (`smallint`). */
const firstTagKind = 40_000;

/** Null for tags that are no tiers. */
export const requiresCertification = `(CASE g.type WHEN ${TagType.Tier} THEN false END)`;

const tag = {
  id: numberToken('g.id'),
  type: numberToken('g.type'),
  kind_id: numberToken(`g.id + ${firstTagKind}`),
  name: textToken('g.name'),
  description: textToken('g.description'),
  created_at: timeToken('g.created_at'),
  created_by: textToken('g.created_by'),
  updated_at: timeToken('g.updated_at'),
  updated_by: textToken('g.updated_by'),
  position: nullInt32Token('g.position'),
  require_certify: nullBooleanToken(requiresCertification),
  analysis_enabled: nullBooleanToken(`CASE g.type WHEN ${TagType.Tier} THEN g.position = 1 END`),
  glyph: nullTextToken('g.glyph'),
};

/** The tag `g` as JSON, in the form of TagDto. */
export const tagToken = objectToken(tag);

/** @param members SQL expression of the number of members */
export function tagWithCountsToken(members: string): string {
  const counts = {
    members: numberToken(members),
    selectors: countSelectors('true'),
    custom_selectors: countSelectors('NOT s.system_selector'),
    default_selectors: countSelectors('s.system_selector'),
    disabled_selectors: countSelectors('s.disabled_at IS NOT NULL'),
  };
  return objectToken({ ...tag, counts: objectToken(counts) });
}

function countSelectors(condition: string): string {
  return numberToken(`(SELECT count(*) FROM asset_group_selector s WHERE s.asset_group_id = g.id AND ${condition})`);
}

const selector = {
  id: numberToken('s.id'),
  asset_group_tag_id: numberToken('s.asset_group_id'),
  created_at: timeToken('s.created_at'),
  created_by: textToken('s.created_by'),
  updated_at: timeToken('s.updated_at'),
  updated_by: textToken('s.updated_by'),
  disabled_at: optionalToken(timeToken('s.disabled_at')),
  disabled_by: optionalToken(textToken('s.disabled_by')),
  name: textToken('s.name'),
  description: textToken('s.description'),
  auto_certify: numberToken('s.auto_certify'),
  is_default: booleanToken('s.system_selector'),
  allow_disable: booleanToken('s.allow_disable'),
  seeds: arrayToken(
    objectToken({ type: numberToken('1'), value: textToken('seed.object_id') }),
    'asset_group_seed seed WHERE seed.selector_id = s.id',
    'seed.object_id',
  ),
};

/** The selector `s` as JSON, in the form of TagSelectorDto. */
export const tagSelectorToken = objectToken(selector);

/** @param environments parameter with a JSON array of environments; an empty one stands for all */
export function selectorWithCountsToken(environments: string): string {
  const members = `(SELECT count(DISTINCT n.id) FROM (${selectedSql('sel.id = s.id', 'TRUE')}) selected
    JOIN node n ON n.id = selected.id WHERE ${isIn(environments)})`;
  return objectToken({ ...selector, counts: objectToken({ members: numberToken(members) }) });
}

const member = {
  id: numberToken('n.id'),
  object_id: textToken('n.objectid'),
  environment_id: textToken(`COALESCE(n.environment, '')`),
  primary_kind: textToken('k.name'),
  name: textToken('n.name'),
  properties: 'n.props::text',
};

/**
 * The node `n` of the kind `k` as JSON, in the form of TagMemberDto.
 * @param condition on the selectors `sel` that may select it
 */
export function tagMemberToken(condition: string, more: Readonly<Record<string, string>> = {}): string {
  const source = numberToken(
    `(SELECT min(selected.source) FROM (${selectedSql(condition)}) selected WHERE selected.id = n.id)`,
  );
  return objectToken({ ...member, source, ...more });
}

/** The same with the selectors of the group `g` that select it. */
export const tagMemberWithSelectorsToken = tagMemberToken('sel.asset_group_id = g.id', {
  selectors: arrayToken(
    tagSelectorToken,
    `asset_group_selector s WHERE s.asset_group_id = g.id
       AND n.id IN (SELECT selected.id FROM (${selectedSql('sel.id = s.id')}) selected)`,
    's.id',
  ),
});

/** Whether the node `n` belongs to one of the environments. */
export function isIn(environments: string): string {
  return `(${environments}::jsonb = '[]' OR n.environment IN (SELECT jsonb_array_elements_text(${environments}::jsonb)))`;
}

/** The value of the parameter of {@link isIn}. @param environments object ids in any case; all environments if there are none */
export function environmentsValue(environments: readonly string[]): string {
  return JSON.stringify(environments.map((id) => id.toUpperCase()));
}
