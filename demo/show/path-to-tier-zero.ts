import { nodeName } from '../../src/commands/questions/path-text.js';
import { type Path, type PathGraph, type PathNode, pathsFrom } from '../../src/commands/questions/paths-from.js';
import type { Estate } from '../generator/estate.js';
import type { ShowcaseCall } from './showcase-call.js';

/** Kinds of edges that lead to tier zero in the estate, as verbs. */
const verbs: Readonly<Record<string, string>> = {
  MemberOf: 'is a member of',
  AdminTo: 'administers',
  CanRDP: 'may log on to',
  HasSession: 'has a session of',
  ForceChangePassword: 'may set the password of',
  DCSync: 'may copy all secrets of',
  CoerceAndRelayNTLMToSMB: 'can relay the logon of an administrator to',
  CoerceToTGT: 'can collect the tickets of',
};

/** The shortest path from a user who administers nothing to tier zero, as the service finds it. */
export function pathToTierZero(estate: Estate): ShowcaseCall {
  const { objectId, name } = estate.personas.withoutRights;
  const found = (answer: string) => {
    const { data }: { data?: PathGraph } = JSON.parse(answer);
    return data && pathsFrom(objectId, data, 1).paths[0];
  };
  return {
    title: 'Beyond the seven: a path to tier zero',
    method: 'GET',
    target: '/api/v2/graphs/shortest-path?$QUERY',
    query: 'start_node=$USER_ID&end_tag=tier_zero&only_traversable=true',
    command: `path User:${name} tier-zero`,
    meaning: (answer) => {
      const path = found(answer);
      return path ? sentence(path) : `No path leads from ${name} to tier zero.`;
    },
    picture: (answer) => {
      const path = found(answer);
      return path ? picture(path) : [];
    },
  };
}

function sentence({ start, steps }: Path): string {
  const end = steps.at(-1)?.node ?? start;
  const hops = steps.map(({ kinds: [kind = ''], node }) => `${verbs[kind] ?? `has ${kind} on`} ${shortName(node)}`);
  return `${nodeName(start)} administers nothing, but can take over ${nodeName(end)} in ${steps.length} steps: ${shortName(start)} ${hops.join(', which ')}.`;
}

/** `ADA` of `ADA@BIRCH.LOCAL`. */
function shortName(node: PathNode): string {
  return nodeName(node).split('@', 1)[0] ?? '';
}

/** A line for each node, and the edges between them. */
function picture({ start, steps }: Path): string[] {
  return [nodeLine(start), ...steps.flatMap(({ kinds, node }) => [`  ↓ ${kinds.join(', ')}`, nodeLine(node)])];
}

function nodeLine(node: PathNode): string {
  return `${nodeName(node)} (${node.kind})`;
}
