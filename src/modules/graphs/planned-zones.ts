import type { NamedFix } from '../../graph/questions/plan/named-fix.js';
import type { PlanResult } from '../../graph/questions/plan/plan-result.js';
import type { PlanDto } from './plan.dto.js';

/** Zones that are planned one after another. */
export class PlannedZones {
  readonly list: PlanDto['zones'][number][] = [];
  private readonly versions = new Set<number>();

  /** @param added after the fixes of the zones before it @param alone without them */
  add(tag: string | null, added: PlanResult, alone: PlanResult): void {
    const { cost } = added.stages.at(-1)!;
    this.list.push({
      tag,
      cost,
      lower_bound: boundOf(added),
      alone: boundOf(alone),
      remaining: added.structural.count,
    });
    this.versions.add(added.version).add(alone.version);
  }

  areOf(version: number): boolean {
    return [...this.versions].every((it) => it === version);
  }
}

function boundOf({ stages }: PlanResult): number {
  return stages.at(-1)!.certificate?.bound ?? 0;
}

/** The fixes of the complete plan. */
export function chosenFixes({ stages, fixes }: PlanResult): NamedFix[] {
  return stages.at(-1)!.fixes.map((number) => fixes[number]!);
}
