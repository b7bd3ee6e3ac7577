import type { SqlRunner } from '../../database/database.js';
import type { ExtensionModel } from './extension-model.js';
import { isExtensionEnvironment } from './environment-nodes.js';

/** An extension as the analysis needs it. */
export interface StoredExtension {
  readonly id: number;
  readonly model: ExtensionModel;
}

/** A node that is an environment of an extension. */
export interface ExtensionEnvironmentNode {
  readonly objectid: string;
  /** Name of its kind. */
  readonly kind: string;
}

const environmentNodes = `
  SELECT n.objectid, k.name AS kind FROM node n JOIN kind k ON k.id = n.kind WHERE ${isExtensionEnvironment('n')} ORDER BY n.objectid`;

export function readExtensions(on: SqlRunner): Promise<StoredExtension[]> {
  return on.query('SELECT id, model FROM extension ORDER BY id');
}

export function readEnvironmentNodes(on: SqlRunner): Promise<ExtensionEnvironmentNode[]> {
  return on.query(environmentNodes);
}
