import type pg from 'pg';
import type { Database } from '../../src/database/database.js';
import { Random } from '../../demo/generator/random.js';
import { Kind } from '../../src/graph/kinds/kind-catalogue.js';
import { CopyLines } from './copy-lines.js';

/** How many levels of groups there are between those that users are in and the highest. */
const levels = 11;

/** Of each computer; the directory's own groups come on top. */
const [fewestAdmins, mostAdmins] = [2, 10] as const;

const usersOfADomain = 100_000;

const allPowerful = 20;

/** Ranges of node ids, each from its first up to the next one's. */
export interface Estate {
  readonly users: number;
  readonly firstGroup: number;
  readonly firstComputer: number;
  readonly firstContainer: number;
  readonly end: number;
  /** The first so many users administer every computer, through two groups. */
  readonly allPowerful: number;
  readonly edges: number;
}

/** Object id of a node: scattered, so that neither its order nor its place in the index follows the id. */
export function objectidOf(id: number): string {
  return `S-1-5-21-${scattered(id, 1)}-${scattered(id, 2)}-${id}`;
}

function scattered(id: number, salt: number): number {
  const mixed = Math.imul(id + salt * 0x632be5ab, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 0;
}

/**
 * Writes an estate straight into the tables of an empty graph: groups in levels with some cycles, memberships and rights with long
 * tails, groups that everybody is in, groups that administer everything. The same every time for one number of users.
 */
export async function writeEstate(database: Database, users: number): Promise<Estate> {
  const writer = new EstateWriter(users);
  const estate = await database.transaction(async ({ client }) => writer.write(client));
  await database.query('VACUUM (ANALYZE) node, edge');
  return estate;
}

const nodeColumns = 'id, objectid, kind, kinds, name, described, last_seen';

class EstateWriter {
  private readonly random: Random;
  private readonly nodes = new CopyLines(`COPY node (${nodeColumns}) FROM STDIN`);
  private readonly edges = new CopyLines('COPY edge (source, kind, target, flags) FROM STDIN');
  private readonly groups: number;
  private readonly computers: number;
  private readonly containers: number;
  private readonly domains: number;
  private readonly firstGroup: number;
  private readonly firstComputer: number;
  private readonly firstContainer: number;
  /** The first of each level, among the ordinary groups, and their end. */
  private readonly levelStarts: number[] = [];
  private edgeCount = 0;

  constructor(private readonly users: number) {
    this.random = new Random('graph', users);
    this.groups = Math.floor(users / 5);
    this.computers = Math.floor(users / 2);
    this.containers = Math.max(Math.floor(users / 100), 1);
    this.domains = Math.max(Math.floor(users / usersOfADomain), 1);
    this.firstGroup = users + 1;
    this.firstComputer = this.firstGroup + this.groups;
    this.firstContainer = this.firstComputer + this.computers;
    this.divideLevels();
  }

  async write(client: pg.PoolClient): Promise<Estate> {
    await client.query('TRUNCATE node, edge, edge_change, node_change');
    const index = await dropReverseIndex(client);
    const end = this.firstContainer + this.containers;
    await this.writeNodes(client, end);
    await this.writeMemberships(client);
    await this.writeRights(client);
    await this.writeOthers(client);
    for (const buffer of [this.nodes, this.edges]) await buffer.write(client);
    await client.query(index);
    await client.query(`SELECT setval(pg_get_serial_sequence('node', 'id'), $1)`, [end]);
    await client.query(
      'UPDATE graph_state SET version = version + 1, oldest_delta = version + 1, computers = $1, edges = $2',
      [this.computers, this.edgeCount],
    );
    const { users, firstGroup, firstComputer, firstContainer, edgeCount } = this;
    return { users, firstGroup, firstComputer, firstContainer, end, allPowerful, edges: edgeCount };
  }

  /** Groups of a domain come first, then those of all: everyone who logged on, everyone, two that administer everything. */
  private special(
    which: 'domainUsers' | 'domainAdmins' | 'authenticated' | 'everyone' | 'powerful' | 'mighty',
  ): number {
    const shared = this.firstGroup + this.domains * 2;
    if (which === 'domainUsers') return this.firstGroup;
    if (which === 'domainAdmins') return this.firstGroup + this.domains;
    return shared + ['authenticated', 'everyone', 'powerful', 'mighty'].indexOf(which);
  }

  /** Each level has about two thirds of the groups of the one below. */
  private divideLevels(): void {
    let at = this.special('mighty') + 1;
    const ordinary = this.firstComputer - at;
    const whole = (1 - (2 / 3) ** levels) * 3;
    for (let level = 0; level < levels; level++) {
      this.levelStarts.push(at);
      at += Math.max(Math.floor((ordinary * (2 / 3) ** level) / whole), 1);
    }
    this.levelStarts.push(this.firstComputer);
  }

  private async writeNodes(client: pg.PoolClient, end: number): Promise<void> {
    for (let id = 1; id < end; id++) {
      const kind = this.kindOf(id);
      const name = `${kind.toUpperCase()}-${scattered(id, 3).toString(36).toUpperCase()}@CORP.LOCAL`;
      this.nodes.add(`${id}\t${objectidOf(id)}\t${Kind[kind]}\t{${Kind[kind]},${Kind.Base}}\t${name}\tt\t2026-01-01\n`);
      if (this.nodes.isFull()) await this.nodes.write(client);
    }
  }

  private kindOf(id: number): 'User' | 'Group' | 'Computer' | 'Container' {
    if (id < this.firstGroup) return 'User';
    if (id < this.firstComputer) return 'Group';
    return id < this.firstContainer ? 'Computer' : 'Container';
  }

  private async writeMemberships(client: pg.PoolClient): Promise<void> {
    for (let user = 1; user <= this.users; user++) {
      const joined = new Set([this.special('domainUsers') + (user % this.domains)]);
      for (let left = this.howMany(); left > 0; left--) joined.add(this.someGroup(0));
      if (user <= allPowerful) joined.add(this.special('powerful')).add(this.special('mighty'));
      await this.link(client, user, Kind.MemberOf, joined);
    }
    for (let domain = 0; domain < this.domains; domain++)
      await this.link(client, this.special('domainUsers') + domain, Kind.MemberOf, [this.special('authenticated')]);
    await this.link(client, this.special('authenticated'), Kind.MemberOf, [this.special('everyone')]);
    for (let level = 0; level + 1 < levels; level++) {
      for (let group = this.startOf(level); group < this.startOf(level + 1); group++) {
        const parents = new Set<number>();
        for (let left = this.random.between(0, 1) + Number(this.random.chance(0.4)); left > 0; left--)
          parents.add(this.someGroup(level + 1));
        if (this.random.chance(0.002)) parents.add(this.someGroup(0));
        await this.link(client, group, Kind.MemberOf, parents);
      }
    }
  }

  /** A tenth of the groups, some far more often than others, and now and then a user. */
  private async writeRights(client: pg.PoolClient): Promise<void> {
    for (let computer = this.firstComputer; computer < this.firstContainer; computer++) {
      const admins = new Set([
        this.special('domainAdmins') + (computer % this.domains),
        this.special('powerful'),
        this.special('mighty'),
      ]);
      for (let left = this.random.between(fewestAdmins, mostAdmins); left > 0; left--)
        admins.add(this.random.chance(0.1) ? this.random.between(2, this.users) : this.administeringGroup());
      for (const admin of admins) await this.link(client, admin, Kind.AdminTo, [computer]);
    }
  }

  /** What no question is about, but what tables and indexes hold all the same. */
  private async writeOthers(client: pg.PoolClient): Promise<void> {
    for (let node = 1; node < this.firstContainer; node++) {
      const container = this.firstContainer + (node % this.containers);
      await this.link(client, container, Kind.Contains, [node]);
      await this.link(client, this.someGroup(0), Kind.GenericAll, [node]);
      await this.link(client, this.someGroup(0), Kind.WriteDacl, [node]);
    }
  }

  private async link(client: pg.PoolClient, source: number, kind: number, targets: Iterable<number>): Promise<void> {
    for (const target of targets) {
      this.edges.add(`${source}\t${kind}\t${target}\t1\n`);
      this.edgeCount++;
    }
    if (this.edges.isFull()) await this.edges.write(client);
  }

  /** Few of most, many of some: 7 in the middle, 50 of one in a hundred. */
  private howMany(): number {
    const share = this.random.below(1_000_000) / 1_000_000;
    return Math.min(Math.floor(5 / (1 - share) ** 0.5), 200);
  }

  /** Of a level; some are chosen far more often than others. */
  private someGroup(level: number): number {
    const [from, to] = [this.startOf(level), this.startOf(level + 1)];
    const share = this.random.below(1_000_000) / 1_000_000;
    return from + Math.floor(share ** 2 * (to - from));
  }

  private administeringGroup(): number {
    const from = this.startOf(0);
    const share = this.random.below(1_000_000) / 1_000_000;
    const group = Math.floor(share ** 1.5 * (this.firstComputer - from));
    return from + group - (group % 10);
  }

  private startOf(level: number): number {
    return this.levelStarts[level] ?? this.firstComputer;
  }
}

/** To fill a table and index it later takes half the time. @returns the statement that makes it again. */
async function dropReverseIndex(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ definition: string }>(
    `SELECT pg_get_indexdef('edge_reverse'::regclass) AS definition`,
  );
  await client.query('DROP INDEX edge_reverse');
  return rows[0]?.definition ?? '';
}
