import { createHash } from 'node:crypto';
import { dataQualityStatements } from './data-quality/count-data-quality.js';
import { repairStatements } from './node-repairs.js';
import { derivationStages } from './rules/derivation-rules.js';
import { tierZeroStatements } from './tier-zero/tier-zero.js';

/** Tells the rules of one version of the product from those of another. */
export const rulesDigest = createHash('sha256')
  .update(JSON.stringify([repairStatements, derivationStages, tierZeroStatements, dataQualityStatements]))
  .digest('hex')
  .slice(0, 16);
