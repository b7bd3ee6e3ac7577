import type { RecordPart } from '../records.js';
import { stagedEdge, stagedNode, type StagedPart } from './staged-part.js';

/** The parts of a record as they are kept until it ends. */
export function staged(parts: readonly RecordPart[]): StagedPart[] {
  return parts.map((part) => {
    if ('list' in part) return part;
    return 'described' in part ? stagedNode(part) : stagedEdge(part);
  });
}
