import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { Database } from '../../database/database.js';
import { shownNodes } from '../../graph/answers/answer-nodes.js';
import type { NodeReference } from '../../graph/answers/node-reference.js';
import { GraphReader } from '../../graph/answers/graph-reader.js';
import { PathReader, type Subgraph, type SubgraphShape } from '../../graph/answers/path-reader.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Needs, Supplies } from '../../graph/questions/needs.js';
import { Trait } from '../facts/graph-facts.js';
import { wellKnownGroups } from '../rules/directory/well-known-groups.js';
import { hasTrait, passingNodes } from './node-tests.js';
import { allReasons, reasonsFor } from './reasons.js';

const domainsAndEverybody = `
  SELECT n.id, CASE WHEN n.id = d.id THEN d.objectid END AS domain FROM node d JOIN node n ON n.objectid IN
    (d.objectid, ${wellKnownGroups.authenticatedUsers.objectid}, ${wellKnownGroups.everyone.objectid})
  WHERE d.kind = ${Kind.Domain}`;

const followedGroups = hasTrait(Trait.LocalAdministrators, false);

/** Explains edges that the analysis has derived. */
@Injectable()
export class EdgeCompositions {
  constructor(
    private readonly reader: GraphReader,
    private readonly paths: PathReader,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /**
   * The stored edges from which an edge follows.
   * @param kindsVersion of the number of the kind
   * @returns null if there is no such edge
   */
  async find<Node, Edge>(
    source: NodeReference,
    kind: number,
    target: NodeReference,
    kindsVersion: number,
    shape: SubgraphShape<Node, Edge>,
  ): Promise<Subgraph<Node, Edge> | null> {
    const about = [source, target];
    const reasons = reasonsFor(kind, this.settings.citrixRdp);
    const { everybody, domains } = await this.readDomains();
    const edgeOf = ([from, to]: readonly number[]) => ({
      source: from!,
      kind,
      target: to!,
      reasons,
      everybody,
      domains,
      followedGroups,
    });
    const first = await this.reader.ask(
      { name: 'composition', about, kindsVersion, args: (nodes) => ({ ...edgeOf(nodes), passed: null }) },
      shownNodes,
    );
    if (!first.answer.isFound) return null;
    const passed = await passingNodes(this.database, first.answer.toTest);
    const asked = await this.paths.ask(
      { name: 'composition', about, kindsVersion, args: (nodes) => ({ ...edgeOf(nodes), passed }) },
      shape,
    );
    const { answer } = asked;
    return answer.isFound ? { ...asked, truncated: answer.truncated } : null;
  }

  /** What tells whether derived edges still follow in a view. */
  async supply({ proofs }: Needs): Promise<Supplies> {
    if (!proofs) return {};
    const { facts, tests } = proofs;
    const [domains, passed] = await Promise.all([
      facts ? this.readDomains() : null,
      Object.keys(tests).length > 0 ? passingNodes(this.database, tests) : {},
    ]);
    const { citrixRdp } = this.settings;
    const reasons = allReasons(citrixRdp);
    return { proofs: { facts: domains && { ...domains, followedGroups, reasons }, passed } };
  }

  /** The ids of domains by their object ids, and of the groups that everybody is in. */
  private async readDomains(): Promise<{ everybody: number[]; domains: Record<string, number> }> {
    const rows = await this.database.prepared<{ id: number; domain: string | null }>(domainsAndEverybody, []);
    return {
      everybody: rows.filter(({ domain }) => domain === null).map(({ id }) => id),
      domains: Object.fromEntries(rows.flatMap(({ id, domain }) => (domain === null ? [] : [[domain, id]]))),
    };
  }
}
