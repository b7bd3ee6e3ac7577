import type { Properties } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { type GraphPart, link } from '../../records/graph-parts.js';
import { present } from '../../records/properties.js';
import { adNode } from './ad-node.js';

const resultFields = ['Sessions', 'PrivilegedSessions', 'RegistrySessions'];

/** A record of a file of sessions. One whose user or computer could not be resolved is no fault. */
export function convertSession(record: Fields): Iterable<GraphPart> {
  return session(record, present({ logontype: record.integer('LogonType') }));
}

/** The sessions that a computer's record holds. */
export function* sessionsOf(computer: Fields): Generator<GraphPart> {
  for (const result of resultFields.map((field) => computer.object(field))) {
    if (result?.flag('Collected')) {
      for (const found of result.list('Results')) {
        yield* session(found);
      }
    }
  }
}

function session(fields: Fields, properties?: Properties): Iterable<GraphPart> {
  return link(
    adNode(fields.id('ComputerSID'), 'Computer'),
    'HasSession',
    adNode(fields.id('UserSID'), 'User'),
    properties,
  );
}
