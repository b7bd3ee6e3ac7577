import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import { seeingAll } from '../../base/scope/request-scope.js';
import type { Needs, Supplies } from '../../graph/questions/needs.js';
import { KindNames, type KnownKinds } from '../../graph/store/kind-names.js';
import { type AskedCosts, type AskedPlan, readCosts } from './plan.query.js';
import { referenceTo } from './references.js';
import { SelectionsService } from './selections.service.js';
import { edgesNamed } from './view-parts.js';

/** Without what chooses a part of the same plan. */
type AskedQuestion = Omit<AskedPlan, 'until' | 'most' | 'ways'>;

export type PlanQuestion = Awaited<ReturnType<PlanQuestions['of']>>;

/** Reads what requests for plans name. */
@Injectable()
export class PlanQuestions {
  /** Of the installation. */
  private readonly costs: AskedCosts;

  /** @throws Error if the setting names no sort of fix */
  constructor(
    private readonly kinds: KindNames,
    private readonly selections: SelectionsService,
    { planCosts }: Settings,
  ) {
    const { asked, problems } = readCosts(planCosts);
    if (problems[0] !== undefined) throw new Error(`PLAN_COSTS: ${problems[0]}`);
    this.costs = asked;
  }

  /** Ways lead over all of the graph, and so do the reasons of its edges, unless the question leaves something out. */
  supply({ without }: Pick<PlanQuestion, 'without'>, needs: Needs): Promise<Supplies> {
    const supply = () => this.selections.supply(needs);
    return without ? supply() : seeingAll(supply);
  }

  /** @throws InvalidInputError for unknown kinds, tags and sorts */
  async of(asked: AskedQuestion) {
    const faults: Fault[] = [];
    const known = await this.kinds.list();
    const view = await this.selections.viewOf(asked.view, known, faults);
    const starts = asked.starts && (await this.selections.nodesOf('start', asked.starts, known, faults));
    const question = {
      ends: await this.selections.nodesOf('end', asked.ends, known, faults),
      after: await this.zonesOf(asked, faults),
      starts,
      kinds: view.kinds,
      held: view.held,
      kindsVersion: view.kindsVersion,
      without: view.without,
      costs: { ...this.costs, ...asked.costs },
      weightProperty: asked.weights.property,
      weights: await this.weightsOf(asked, faults),
      ...(await this.keptParts(asked, known, faults)),
    };
    if (faults.length > 0) throw new InvalidInputError(faults);
    return question;
  }

  private async zonesOf({ after }: AskedQuestion, faults: Fault[]) {
    const zones: { tag: string; ids: readonly number[] }[] = [];
    for (const tag of after) zones.push({ tag, ids: await this.selections.membersOf('after_tag', tag, faults) });
    return zones;
  }

  private async weightsOf({ weights: { ofTags } }: AskedQuestion, faults: Fault[]) {
    const weights = new Map<number, number>();
    for (const { tag, weight } of ofTags)
      for (const id of await this.selections.membersOf('weight', tag, faults)) weights.set(id, weight);
    return [...weights];
  }

  private async keptParts({ keptNodes, keptEdges, keptWhere }: AskedQuestion, known: KnownKinds, faults: Fault[]) {
    const ofEdges = known.kinds.filter(({ isOfEdges }) => isOfEdges);
    return {
      keptNodes: keptNodes.map((node) => referenceTo(node, 'query.keep_node')),
      keptByCondition: await this.selections.choose({ kind: null }, keptWhere, faults, 'where'),
      keptEdges: edgesNamed('keep_edge', keptEdges, ofEdges, faults),
    };
  }
}
