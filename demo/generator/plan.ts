import { type Label, Random } from './random.js';
import type { EstateSizes } from './sizes.js';

export interface EstateOptions {
  /** Same seed, sizes and time: the same estate, byte for byte. */
  readonly seed: string;
  readonly sizes: EstateSizes;
  /** The time of the newest collection; all dates of the estate are earlier. */
  readonly now: Date;
}

export interface DirectoryDomain {
  /** Upper case, as collectors write it. */
  readonly name: string;
  readonly netbios: string;
  readonly sid: string;
  readonly distinguishedName: string;
}

const DAY_SECONDS = 86_400;

/** First relative identifier of objects that are not well-known. */
const FIRST_RID = 1_104;

/** Options, domain names, identifiers and dates, for all parts of the generator. */
export class EstatePlan {
  readonly sizes: EstateSizes;
  readonly now: Date;
  readonly domain: DirectoryDomain;
  /** A trusted forest of a partner. It is never collected, so other objects only refer to it. */
  readonly trusted: DirectoryDomain;
  private readonly seed: string;

  constructor({ seed, sizes, now }: EstateOptions) {
    this.seed = seed;
    this.sizes = sizes;
    this.now = now;
    this.domain = this.makeDomain('HALDEN');
    this.trusted = this.makeDomain('ORRIN');
  }

  random(...labels: readonly Label[]): Random {
    return new Random(this.seed, ...labels);
  }

  /** The GUID of the object with these labels. */
  guid(...labels: readonly Label[]): string {
    return this.random('guid', ...labels).guid();
  }

  /** Moment of the newest collection, Unix seconds. */
  get nowSeconds(): number {
    return Math.floor(this.now.getTime() / 1000);
  }

  /** Unix seconds at some moment between `oldest` and `newest` days before now. */
  daysAgo(random: Random, oldest: number, newest: number): number {
    return this.nowSeconds - random.between(Math.floor(newest * DAY_SECONDS), Math.floor(oldest * DAY_SECONDS));
  }

  domainSid(rid: number): string {
    return `${this.domain.sid}-${rid}`;
  }

  /** Identifier of a well-known principal of the domain: `HALDEN.EXAMPLE-S-1-5-32-544`. */
  wellKnownSid(sid: string): string {
    return `${this.domain.name}-${sid}`;
  }

  groupSid(index: number): string {
    return this.domainSid(FIRST_RID + index);
  }

  userSid(index: number): string {
    return this.domainSid(FIRST_RID + this.sizes.groups + index);
  }

  computerSid(index: number): string {
    return this.domainSid(FIRST_RID + this.sizes.groups + this.sizes.users + index);
  }

  private makeDomain(netbios: string): DirectoryDomain {
    const random = this.random('domain', netbios);
    const part = () => random.between(100_000_000, 4_294_967_295);
    return {
      name: `${netbios}.EXAMPLE`,
      netbios,
      sid: `S-1-5-21-${part()}-${part()}-${part()}`,
      distinguishedName: `DC=${netbios},DC=EXAMPLE`,
    };
  }
}
