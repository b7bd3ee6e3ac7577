import type { Properties, RecordPart, WholeListRecord } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { link, onlyEdge, wholeUnlessFaulty } from '../../records/record-parts.js';
import { isList } from '../../records/json-value.js';
import { present } from '../../records/properties.js';
import { adNode, typedPrincipal } from './ad-node.js';
import { adConverter, type AdObject } from './ad-object.js';
import { computerProperties } from './computer-properties.js';
import { formerLocalGroups, localGroups } from './local-groups.js';
import { domainOf, outgoing, principalEdges, ticketCoercion } from './principals.js';
import { listEdges, Method, wholeList } from './whole-lists.js';

export const convertComputer = adConverter({
  kind: 'Computer',
  properties: (record, bag) => ({
    ...(hasRemoteLogonRights(record) && { hasura: true }),
    ...computerProperties(record, bag),
  }),
  *edges(computer) {
    const { record, node } = computer;
    yield* principalEdges(computer);
    yield* delegationEdges(computer);
    yield* sessionsOf(record);
    yield* localGroups(record, node);
    yield* formerLocalGroups(record, node);
    yield* userRights(computer);
  },
});

function* delegationEdges(computer: AdObject): Generator<RecordPart> {
  const { record, node } = computer;
  yield* listEdges(computer, 'AllowedToAct', Method.ObjectProps, { of: 'incoming', kind: 'AllowedToAct' }, (actor) =>
    link(typedPrincipal(actor), 'AllowedToAct', node),
  );
  yield* outgoing(computer, 'DumpSMSAPassword');
  if (record.flag('IsDC')) {
    const controller = link(node, 'DCFor', domainOf(computer));
    yield* onlyEdge(wholeList(computer, Method.Any, { of: 'outgoing', kind: 'DCFor' }), controller);
  } else {
    yield* ticketCoercion(computer);
  }
}

/** A record of a file of sessions. Collectors cannot resolve every user and computer, so a missing one is no fault. */
export function convertSession(record: Fields): Iterable<RecordPart> {
  return session(record, present({ logontype: record.integer('LogonType') }));
}

function* sessionsOf(computer: Fields): Generator<RecordPart> {
  for (const field of ['Sessions', 'PrivilegedSessions', 'RegistrySessions']) {
    const result = computer.object(field);
    for (const found of result?.flag('Collected') ? result.list('Results') : []) {
      yield* session(found);
    }
  }
}

function session(fields: Fields, properties?: Properties): Iterable<RecordPart> {
  const computer = adNode(fields.id('ComputerSID'), 'Computer');
  return link(computer, 'HasSession', adNode(fields.id('UserSID'), 'User'), properties);
}

const REMOTE_LOGON = 'SeRemoteInteractiveLogonRight';

const kindsByPrivilege = new Map([
  [REMOTE_LOGON, 'RemoteInteractiveLogonRight'],
  ['SeBackupPrivilege', 'BackupPrivilege'],
  ['SeRestorePrivilege', 'RestorePrivilege'],
]);

function* userRights({ record, node }: AdObject): Generator<RecordPart> {
  for (const right of collectedRights(record)) {
    const kind = kindsByPrivilege.get(right.text('Privilege') ?? '');
    if (kind) {
      const holders: WholeListRecord = { objectid: node.objectid, list: { of: 'incoming', kind } };
      yield* wholeUnlessFaulty(right, isList(right.value('Results')) ? [holders] : [], () =>
        right.list('Results').flatMap((holder) => link(typedPrincipal(holder), kind, node)),
      );
    }
  }
}

/** If the holders of this right are known, membership in Remote Desktop Users is not sufficient to log on. */
function hasRemoteLogonRights(record: Fields): boolean {
  return collectedRights(record).some(
    (right) => right.text('Privilege') === REMOTE_LOGON && right.list('Results').length > 0,
  );
}

function collectedRights(record: Fields): Fields[] {
  return record.list('UserRights').filter((right) => right.flag('Collected'));
}
