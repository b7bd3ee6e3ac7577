import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { classicFile, inPieces } from '../../demo/generator/payload.js';

/** What to make: always the same for the same numbers. */
export interface CollectionPlan {
  /** Users, computers and groups together: half, three and two tenths. Each brings six edges on average. */
  readonly nodes: number;
  /** Every so many-th object has another description, another owner and, as a group, another first member; 0: none. */
  readonly changeEvery: number;
  /** Characters of a text that fills each record. */
  readonly padding: number;
}

export interface Collection {
  readonly files: readonly string[];
  readonly bytes: number;
}

const domain = 'S-1-5-21-1004336348-1177238915-682003330';
const [membersOfAGroup, objectsOfAUnit] = [8, 500];

const types = ['domains', 'ous', 'users', 'computers', 'groups'] as const;

/** Writes the files of one SharpHound collection, or some of them, a piece at a time. */
export async function writeCollection(
  folder: string,
  plan: CollectionPlan,
  wanted: readonly (typeof types)[number][] = types,
): Promise<Collection> {
  const estate = new PlannedEstate(plan);
  const files: string[] = [];
  let bytes = 0;
  for (const type of wanted) {
    const items = estate[type]();
    const path = join(folder, `20260301120000_${type}.json`);
    const text = inPieces(classicFile(items, { methods: 0, type, version: 6 }));
    await pipeline(Readable.from(text), createWriteStream(path));
    files.push(path);
    bytes += (await stat(path)).size;
  }
  return { files, bytes };
}

class PlannedEstate {
  private readonly userCount: number;
  private readonly computerCount: number;
  private readonly groupCount: number;
  private readonly unitCount: number;
  private readonly fill: string;

  constructor(private readonly plan: CollectionPlan) {
    this.userCount = Math.floor(plan.nodes * 0.5);
    this.computerCount = Math.floor(plan.nodes * 0.3);
    this.groupCount = Math.max(1, plan.nodes - this.userCount - this.computerCount);
    this.unitCount = Math.ceil(plan.nodes / objectsOfAUnit);
    this.fill = 'x'.repeat(plan.padding);
  }

  *domains(): Generator<object> {
    yield { ObjectIdentifier: domain, Properties: { name: 'BENCH.LOCAL', domain: 'BENCH.LOCAL', collected: true } };
  }

  *ous(): Generator<object> {
    for (let index = 0; index < this.unitCount; index++) {
      yield {
        ObjectIdentifier: unit(index),
        Properties: { name: `UNIT${index}@BENCH.LOCAL`, domain: 'BENCH.LOCAL', domainsid: domain },
        ContainedBy: { ObjectIdentifier: domain, ObjectType: 'Domain' },
      };
    }
  }

  *users(): Generator<object> {
    for (let index = 0; index < this.userCount; index++) {
      yield {
        ...this.common(index, sid(index), `USER${index}@BENCH.LOCAL`, 'User'),
        PrimaryGroupSID: this.group(0),
        AllowedToDelegate: [],
        SPNTargets: [],
        HasSIDHistory: [],
      };
    }
  }

  *computers(): Generator<object> {
    const none = { Results: [], Collected: false, FailureReason: null };
    for (let index = 0; index < this.computerCount; index++) {
      const id = sid(this.userCount + index);
      const users = [1, 2].map((salt) => sid(scattered(index, salt) % this.userCount));
      yield {
        ...this.common(this.userCount + index, id, `PC${index}.BENCH.LOCAL`, 'Computer'),
        PrimaryGroupSID: this.group(1),
        Sessions: { Results: users.map((UserSID) => ({ UserSID, ComputerSID: id })), Collected: true },
        PrivilegedSessions: none,
        RegistrySessions: none,
        LocalGroups: [],
        UserRights: [],
      };
    }
  }

  *groups(): Generator<object> {
    const first = this.userCount + this.computerCount;
    for (let index = 0; index < this.groupCount; index++) {
      const salt = this.isChanged(first + index) ? membersOfAGroup : 0;
      yield {
        ...this.common(first + index, this.group(index), `GROUP${index}@BENCH.LOCAL`, 'Group'),
        // Those whose primary group it is are not listed.
        Members: Array.from({ length: index < 2 ? 0 : membersOfAGroup }, (_, member) => ({
          ObjectIdentifier: sid(scattered(index, member === 0 ? salt : member) % this.userCount),
          ObjectType: 'User',
        })),
      };
    }
  }

  /** What collectors say of any object, at about their length. */
  private common(index: number, id: string, name: string, kind: string): object {
    const isChanged = this.isChanged(index);
    const owner = this.group(scattered(index, isChanged ? 4 : 3) % this.groupCount);
    return {
      ObjectIdentifier: id,
      Properties: {
        domain: 'BENCH.LOCAL',
        name,
        distinguishedname: `CN=${name},OU=UNIT${index % this.unitCount},DC=BENCH,DC=LOCAL`,
        domainsid: domain,
        samaccountname: name.toLowerCase(),
        isaclprotected: false,
        description: isChanged ? `${kind} ${index}, seen to` : `${kind} ${index}`,
        whencreated: 1_500_000_000 + index,
        sensitive: false,
        dontreqpreauth: false,
        passwordnotreqd: false,
        unconstraineddelegation: false,
        pwdneverexpires: index % 3 === 0,
        enabled: index % 11 !== 0,
        trustedtoauth: false,
        lastlogon: 1_700_000_000 + (scattered(index, 5) % 10_000_000),
        lastlogontimestamp: 1_700_000_000 + (scattered(index, 6) % 10_000_000),
        pwdlastset: 1_600_000_000 + (scattered(index, 7) % 10_000_000),
        serviceprincipalnames: [],
        hasspn: false,
        displayname: `${kind} number ${index}`,
        email: null,
        title: 'one of many',
        admincount: false,
        sidhistory: [],
        ...(this.fill ? { info: this.fill } : {}),
      },
      Aces: [
        { PrincipalSID: owner, PrincipalType: 'Group', RightName: 'Owns', IsInherited: false },
        {
          PrincipalSID: this.group(scattered(index, 8) % this.groupCount),
          PrincipalType: 'Group',
          RightName: 'GenericAll',
          IsInherited: true,
        },
      ],
      ContainedBy: { ObjectIdentifier: unit(index % this.unitCount), ObjectType: 'OU' },
      IsDeleted: false,
      IsACLProtected: false,
    };
  }

  private isChanged(index: number): boolean {
    return this.plan.changeEvery > 0 && index % this.plan.changeEvery === 0;
  }

  private group(index: number): string {
    return sid(this.userCount + this.computerCount + index);
  }
}

function sid(index: number): string {
  return `${domain}-${1000 + index}`;
}

function unit(index: number): string {
  return `0E00C0DE-0000-4000-8000-${index.toString(16).toUpperCase().padStart(12, '0')}`;
}

function scattered(index: number, salt: number): number {
  const mixed = Math.imul(index + salt * 0x632be5ab, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 0;
}
