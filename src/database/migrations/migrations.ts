import { CreateSchema1795481605859 } from './1795481605859-create-schema.js';
import { Extensions1796100000000 } from './1796100000000-extensions.js';
import { LossOfWays1795914000000 } from './1795914000000-loss-of-ways.js';
import { KeyedRequests1795914300000 } from './1795914300000-keyed-requests.js';
import { NewerRules1796000200000 } from './1796000200000-newer-rules.js';
import { Sites1796000000000 } from './1796000000000-sites.js';
import { ScopedRoles1796001000000 } from './1796001000000-scoped-roles.js';
import { UnitMembers1796200000000 } from './1796200000000-unit-members.js';
import { SessionUses1796400000000 } from './1796400000000-session-uses.js';
import { Weaknesses1796450000000 } from './1796450000000-weaknesses.js';
import { SsoProviders1796500000000 } from './1796500000000-sso-providers.js';
import { SecondFactors1796600000000 } from './1796600000000-second-factors.js';
import { Passkeys1796600100000 } from './1796600100000-passkeys.js';
import { DeviceLogins1796600200000 } from './1796600200000-device-logins.js';
import { VacuumNodes1795914100000 } from './1795914100000-vacuum-nodes.js';
import { QueryRecords1795914200000 } from './1795914200000-query-records.js';
import { AlertChannels1796800000000 } from './1796800000000-alert-channels.js';
import { Reports1796921000000 } from './1796921000000-reports.js';
import { AlertDigests1796920000000 } from './1796920000000-alert-digests.js';
import { AlertRules1796800100000 } from './1796800100000-alert-rules.js';
import { ReturnedFindings1796800200000 } from './1796800200000-returned-findings.js';
import { Plans1796910000000 } from './1796910000000-plans.js';
import { ProofsOfOwners1796950000000 } from './1796950000000-proofs-of-owners.js';
import { SightFigures1796960000000 } from './1796960000000-sight-figures.js';
import { Overview1796940000000 } from './1796940000000-overview.js';
import { Pictures1796990000000 } from './1796990000000-pictures.js';
import { FormerVisits1797300000000 } from './1797300000000-former-visits.js';
import { PollNumbers1796970000000 } from './1796970000000-poll-numbers.js';
import { BearerKeys1796930000000 } from './1796930000000-bearer-keys.js';
import { AccountEnvironments1796900000000 } from './1796900000000-account-environments.js';

/** Every migration, oldest first. A migration that is not listed here does not run; a test compares the list with the folder. */
export const migrations: Function[] = [
  CreateSchema1795481605859,
  LossOfWays1795914000000,
  VacuumNodes1795914100000,
  QueryRecords1795914200000,
  KeyedRequests1795914300000,
  Sites1796000000000,
  NewerRules1796000200000,
  ScopedRoles1796001000000,
  Extensions1796100000000,
  UnitMembers1796200000000,
  SessionUses1796400000000,
  Weaknesses1796450000000,
  SsoProviders1796500000000,
  SecondFactors1796600000000,
  Passkeys1796600100000,
  DeviceLogins1796600200000,
  AlertChannels1796800000000,
  AlertRules1796800100000,
  ReturnedFindings1796800200000,
  AccountEnvironments1796900000000,
  Plans1796910000000,
  AlertDigests1796920000000,
  Reports1796921000000,
  BearerKeys1796930000000,
  Overview1796940000000,
  ProofsOfOwners1796950000000,
  SightFigures1796960000000,
  PollNumbers1796970000000,
  Pictures1796990000000,
  FormerVisits1797300000000,
];

/** A migration of the states before 0.2.0. Their first migration has the name of today's, and makes other tables. */
export const beforeFirstRelease = 'AddLoginFailure1795481605860';

/** Tables in which migrations write rows: a restore does not take them for data of the user. */
export const filledByMigrations: readonly string[] = [
  'asset_group',
  'asset_group_selector',
  'graph_state',
  'kind',
  'retention_turn',
  'saved_query',
];
