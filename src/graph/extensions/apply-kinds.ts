import type { SqlConnection } from '../../database/database.js';
import { firstForeignKind } from '../kinds/kind-catalogue.js';
import { freeKinds, type NamedKinds } from '../kinds/free-kinds.js';
import { ChangeLog } from '../store/change-log.js';
import { publish } from '../store/graph-version.js';
import { storedKinds } from '../writer/batch/stored-kinds.js';
import { type ExtensionModel, unusedModel } from './extension-model.js';

const ofExtensions = `name = ANY ($1::text[]) AND id >= ${firstForeignKind}`;

const setFlags = `
  UPDATE kind SET traversable = name = ANY ($2::text[]), is_environment = name = ANY ($3::text[]) WHERE ${ofExtensions}`;

/**
 * Makes the kinds of the graph what the new state of an extension says of them, and frees those that nothing has any more. That is a version of
 * the graph: walks may find other ways. Under the write lock.
 * @throws KindsRefused if the graph cannot hold them
 */
export async function applyKinds(
  tx: SqlConnection,
  former: ExtensionModel | null,
  model: ExtensionModel | null,
  namedKinds: NamedKinds,
): Promise<void> {
  const { nodeKinds, edgeKinds, traversable, environments } = model ?? unusedModel;
  const names = [...nodeKinds, ...edgeKinds];
  await storedKinds(tx, { foreign: names }, null);
  const known = new Set(former ? [...names, ...former.nodeKinds, ...former.edgeKinds] : names);
  await tx.query(setFlags, [[...known], traversable, environments.map(({ kind }) => kind)]);
  if (known.size > names.length) await freeKinds(tx, namedKinds);
  await publish(tx, { owners: [], nodes: [], log: new ChangeLog(false), changesKinds: true });
}
