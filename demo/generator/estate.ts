import { azureHoundPayload } from './azurehound/azurehound-payload.js';
import { Tenant } from './azurehound/tenant.js';
import { Directory } from './directory/directory.js';
import { codeHostingPayload } from './opengraph/code-hosting.js';
import type { ClassicPayload, Payload } from './payload.js';
import { personasOf, type Personas } from './personas.js';
import { EstatePlan, type EstateOptions } from './plan.js';
import { ESTATE_PRESETS } from './sizes.js';
import { sharpHoundPayloads } from './sharphound/sharphound-payloads.js';

/** Time between two runs over the tenant: eight runs fit into the 30 days that data quality shows by default. */
const RUN_INTERVAL_MS = 3 * 86_400_000;

/**
 * An invented company as collectors find it: a domain, a cloud tenant at several times, a code hosting product. It reads and
 * writes nothing; payloads are made while they are read.
 */
export class Estate {
  readonly plan: EstatePlan;
  readonly directory: Directory;
  readonly personas: Personas;
  readonly cloudRuns: number;

  /** @throws RangeError if the sizes do not fit each other */
  constructor(options: EstateOptions) {
    this.plan = new EstatePlan(options);
    this.directory = new Directory(this.plan);
    this.personas = personasOf(this.directory);
    this.cloudRuns = this.plan.sizes.cloud.runs;
  }

  /** One SharpHound v6 collection of the domain. */
  directoryRun(): readonly ClassicPayload[] {
    return sharpHoundPayloads(this.directory);
  }

  /** The AzureHound file of run `run`, 0 being the oldest. */
  cloudRun(run: number): ClassicPayload {
    return azureHoundPayload(this.tenantAt(run), this.cloudRunTime(run));
  }

  /** When run `run` took place; the newest one now. */
  cloudRunTime(run: number): Date {
    return new Date(this.plan.now.getTime() - (this.cloudRuns - 1 - run) * RUN_INTERVAL_MS);
  }

  /** The tenant as run `run` found it, with the counts that data quality returns. */
  tenantAt(run: number): Tenant {
    if (!Number.isInteger(run) || run < 0 || run >= this.cloudRuns) {
      throw new RangeError(`run must be 0 to ${this.cloudRuns - 1}, got ${run}`);
    }
    return new Tenant(this.directory, run);
  }

  /** The OpenGraph file of a code hosting product. It refers to nodes of the domain: ingest it after `directoryRun`. */
  codeHosting(): Payload {
    return codeHostingPayload(this.directory);
  }
}

/** The estate of the demo at `now`: the same people and machines at any time, with dates that follow it. */
export function demoEstate(now: Date): Estate {
  return new Estate({ seed: 'graphward', sizes: ESTATE_PRESETS.demo, now });
}
