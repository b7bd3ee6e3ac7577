import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { derive, type DerivationRule } from './derivation-rule.js';

const synchronised = `FROM node cloud JOIN node local ON local.objectid = upper(cloud.props ->> 'onpremid') AND local.kind = ${Kind.User}
  WHERE cloud.kind = ${Kind.AZUser} AND cloud.props -> 'onpremsyncenabled' = 'true'`;

/** Users of a domain and of a tenant who are one person: who controls either controls the other. */
export const hybridIdentities: DerivationRule = {
  name: 'hybrid identities',
  statements: [
    `${derive} SELECT local.id, ${Kind.SyncedToEntraUser}, cloud.id ${synchronised}`,
    `${derive} SELECT cloud.id, ${Kind.SyncedToADUser}, local.id ${synchronised}`,
  ],
};
