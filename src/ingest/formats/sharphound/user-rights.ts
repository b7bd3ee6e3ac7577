import type { KnownEndpoint, WholeListRecord } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { completing, type EdgeDraft, type GraphPart, link } from '../../records/graph-parts.js';
import { typedPrincipal } from './ad-node.js';
import type { AdObject } from './ad-object.js';
import { isList } from '../../records/json-value.js';

const REMOTE_LOGON = 'SeRemoteInteractiveLogonRight';

const kindsByPrivilege = new Map([
  [REMOTE_LOGON, 'RemoteInteractiveLogonRight'],
  ['SeBackupPrivilege', 'BackupPrivilege'],
  ['SeRestorePrivilege', 'RestorePrivilege'],
]);

/** Who holds the user rights of a computer that open it. */
export function* userRights({ record, node }: AdObject): Generator<GraphPart> {
  for (const right of collected(record)) {
    const kind = kindsByPrivilege.get(right.text('Privilege') ?? '');
    if (kind) {
      const holders: WholeListRecord = { objectid: node.objectid, list: { of: 'incoming', kind } };
      yield* completing(isList(right.value('Results')) ? holders : null, right, holderEdges(right, kind, node));
    }
  }
}

function* holderEdges(right: Fields, kind: string, computer: KnownEndpoint): Generator<EdgeDraft> {
  for (const holder of right.list('Results')) {
    yield* link(typedPrincipal(holder), kind, computer);
  }
}

/** Whether it is known who may log on by remote desktop: then being in the group for it is not enough. */
export function hasRemoteLogonRights(record: Fields): boolean {
  return collected(record).some(
    (right) => right.text('Privilege') === REMOTE_LOGON && right.list('Results').length > 0,
  );
}

function collected(record: Fields): Fields[] {
  return record.list('UserRights').filter((right) => right.flag('Collected'));
}
