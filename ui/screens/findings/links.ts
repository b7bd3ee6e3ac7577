import type { FindingDto } from '../../api/schema.js';
import { linkTo } from '../../base/address.js';

type Ends = Pick<FindingDto, 'finding' | 'finding_type' | 'source_principal_id' | 'target_principal_id'>;

/** The kind of the edges of a type of relationship findings: `T0AddMember` → `AddMember`. */
export function kindOf(type: string): string {
  return type.replace(/^T0/, '');
}

/** The paths of users to the source of a relationship, or to the weak object: they make up the exposure. */
export function pathsLink({ finding_type: type, source_principal_id: source, target_principal_id: target }: Ends) {
  return linkTo('/paths', { start_kind: 'User', end_node: type === 'relationship' ? source : target });
}

/** The edge of a relationship finding, explained. */
export function explainLink({ finding, source_principal_id: source, target_principal_id: target }: Ends) {
  const kind = kindOf(finding);
  const edge = [source, target, kind].join();
  return linkTo('/paths', { start_node: source, end_node: target, relationship_kinds: `in:${kind}`, edge });
}
