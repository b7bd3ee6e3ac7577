import type { SqlRunner } from '../../database/database.js';
import type { ExtensionEnvironment, ExtensionModel } from '../../graph/extensions/extension-model.js';

/** Of kinds that the extension no longer has. */
const deleteCounts = `
  DELETE FROM data_quality_count
  WHERE extension_id = $1 AND (environment_kind <> ALL ($2::text[]) OR kind <> ALL ($3::text[]))`;

/** Findings of these types, and the postures of environments of these kinds. */
const deleteFindings = `
  WITH gone AS (DELETE FROM finding WHERE finding = ANY ($1::text[])),
    counts AS (DELETE FROM finding_count WHERE finding = ANY ($1::text[]))
  DELETE FROM posture_stat WHERE domain_sid IN (
    SELECT n.objectid FROM node n JOIN kind k ON k.id = n.kind WHERE k.is_environment AND k.name = ANY ($2::text[]))`;

/** Deletes what analyses found by an extension, and its new state does not have. */
export async function deleteResults(
  tx: SqlRunner,
  id: number,
  former: ExtensionModel,
  model: ExtensionModel,
): Promise<void> {
  const findings = new Set(model.findings.map(({ name }) => name));
  const kinds = new Set(model.environments.map(kindOf));
  await tx.query(deleteCounts, [id, [...kinds], [...model.nodeKinds, ...model.edgeKinds]]);
  await tx.query(deleteFindings, [
    former.findings.map(({ name }) => name).filter((name) => !findings.has(name)),
    former.environments.map(kindOf).filter((kind) => !kinds.has(kind)),
  ]);
}

function kindOf({ kind }: ExtensionEnvironment): string {
  return kind;
}
