import type { PlanResult, ResultStage } from '../../graph/questions/plan/plan-result.js';

/** The stage at which a plan stops, and what is proven about plans like it. */
export interface ChosenStage {
  readonly index: number;
  readonly stage: ResultStage;
  /** No plan that leaves as few accounts costs less. */
  readonly lowerBound: number;
  /** No plan that costs as much leaves fewer accounts, structural ones included. */
  readonly fewest: number;
}

/** @param until accounts that may stay, structural ones included @param most cost */
export function chosenStage(result: PlanResult, until: number | undefined, most: number | undefined): ChosenStage {
  const { stages, structural } = result;
  const last = stages.length - 1;
  const stays = Math.max(0, (until ?? 0) - structural.count);
  const index =
    most === undefined
      ? stages.findIndex(({ remaining }) => remaining <= stays)
      : stages.findLastIndex(({ cost }) => cost <= most);
  const stage = stages[index] ?? stages[last]!;
  const wanted = most === undefined ? stays : stage.remaining;
  return {
    index,
    stage,
    lowerBound: leastCost(result, wanted),
    fewest: structural.count + fewestAccounts(result, most ?? stage.cost),
  };
}

function leastCost({ stages, lines }: PlanResult, accounts: number): number {
  const bounds = lines.map(({ a, b, bound }) => Math.ceil((bound - b * accounts) / a));
  return Math.max(0, ...bounds, accounts === 0 ? boundOfAll(stages) : 0);
}

function fewestAccounts({ stages, lines }: PlanResult, cost: number): number {
  const bounds = lines.map(({ a, b, bound }) => Math.ceil((bound - a * cost) / b));
  return Math.max(0, ...bounds, cost < boundOfAll(stages) ? 1 : 0);
}

/** Of plans after which no account stays. */
function boundOfAll(stages: readonly ResultStage[]): number {
  return stages.at(-1)?.certificate?.bound ?? 0;
}

/** The result with the heaviest ways of one stage alone, so that no more nodes are read than an answer shows. */
export function trimmed(result: PlanResult, index: number, ways: number): PlanResult {
  const stages = result.stages.map((stage, place) => {
    if (!stage.certificate) return stage;
    const kept = place === index ? stage.certificate.ways.slice(0, ways) : [];
    return { ...stage, certificate: { ...stage.certificate, ways: kept } };
  });
  return { ...result, stages };
}
