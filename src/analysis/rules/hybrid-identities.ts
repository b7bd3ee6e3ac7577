import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Rule } from './rule.js';

/** Users of a domain and of a tenant who are one person: control of either is control of the other. */
export const hybridIdentities: Rule = {
  kinds: [Kind.SyncedToEntraUser, Kind.SyncedToADUser],
  derive: (_, { stored }, emit) => {
    for (const { local, cloud } of stored.synchronizedUsers) {
      emit(local, Kind.SyncedToEntraUser, cloud);
      emit(cloud, Kind.SyncedToADUser, local);
    }
  },
};
