import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError, NotFoundError, PlanTooLargeError } from '../../base/errors.js';
import { addNote, seeingAll, visibilityKey } from '../../base/scope/request-scope.js';
import { Cache } from '../../base/values/cache.js';
import { shownNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/answers/graph-reader.js';
import { referencesOf, selectionOf } from '../../graph/answers/path-reader.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import type { Needs, Supplies } from '../../graph/questions/needs.js';
import type { Without } from '../../graph/questions/paths/in-view.js';
import type { FixState } from '../../graph/questions/plan/fix-state.js';
import type { NamedFix } from '../../graph/questions/plan/named-fix.js';
import { planMemory, type PlanSubject } from '../../graph/questions/plan/plan-inputs.js';
import type { PlanResult } from '../../graph/questions/plan/plan-result.js';
import { KindNames, type KnownKinds } from '../../graph/store/kind-names.js';
import { EntityAddresses } from '../entities/entity-addresses.service.js';
import { LongQuestions } from './long-questions.js';
import { keyOf, PlanAnswer, textOf } from './plan-answer.js';
import type { EdgeFixesDto, PlanDto } from './plan.dto.js';
import type { AskedFixes, AskedPlan } from './plan.query.js';
import { chosenStage, trimmed } from './plan-stage.js';
import { referenceTo } from './references.js';
import { SelectionsService } from './selections.service.js';
import { tierZeroName } from '../../analysis/tier-zero/system-groups.js';
import { edgesNamed } from './view-parts.js';
import { controlView } from './view.query.js';

export { type AskedPlan, costOfPlan, planParameters, readPlan } from './plan.query.js';

/** Bytes of the plans that are kept for the same question. */
const keptBytes = 64 * 1024 ** 2;

const waysByDefault = 10;

/** What people have decided of fixes before a plan is made. */
export interface DecidedSteps {
  /** They are taken for made. */
  readonly taken: readonly NamedFix[];
  /** Nobody makes them. */
  readonly declined: readonly NamedFix[];
}

const nothingDecided: DecidedSteps = { taken: [], declined: [] };
const nothingKept = { keptNodes: [], keptEdges: [], keptWhere: [] };

const planOfTierZero = {
  ends: { tag: tierZeroName, where: [] },
  starts: null,
  costs: {},
  keptNodes: [],
  keptEdges: [],
  keptWhere: [],
  until: undefined,
  ways: 0,
  view: controlView,
};

/** Makes plans of fixes: once a version and question, and one at a time with rankings. */
@Injectable()
export class PlanService {
  private readonly kept = new Cache<string, PlanResult>(keptBytes, (result) => 2 * JSON.stringify(result).length);

  constructor(
    private readonly graph: GraphReader,
    private readonly keeper: GraphKeeper,
    private readonly kinds: KindNames,
    private readonly selections: SelectionsService,
    private readonly addresses: EntityAddresses,
    private readonly turn: LongQuestions,
  ) {}

  /**
   * @throws InvalidInputError for unknown kinds, tags and sorts
   * @throws NotFoundError if a node is unknown
   * @throws PlanTooLargeError if it needs more memory than one may take
   */
  async plan(asked: AskedPlan, decided: DecidedSteps = nothingDecided): Promise<Versioned<PlanDto>> {
    const question = { ...(await this.questionOf(asked)), ...decided };
    const key = JSON.stringify([question, visibilityKey()]);
    for (;;) {
      const version = this.keeper.present?.version;
      const kept = this.kept.get(key);
      if (version !== undefined && kept?.version === version) {
        const answer = await this.read(question, kept, asked);
        if (answer) return answer;
      }
      const made = await this.turn.run(() => this.make(question, key));
      const answer = await this.read(question, made, asked);
      if (answer) return answer;
    }
  }

  /** For tier zero, with the parameters that requests have by default, and without ways. @param most cost; undefined: the complete plan */
  ofTierZero(most: number | undefined): Promise<Versioned<PlanDto>> {
    return this.plan({ ...planOfTierZero, most });
  }

  /**
   * How much of fixes is made, in their order. What is kept in the question counts as if it was not.
   * @throws as {@link plan}
   */
  async statesOf(asked: AskedPlan, fixes: readonly NamedFix[]): Promise<Versioned<readonly FixState[]>> {
    const question = { ...(await this.questionOf({ ...asked, ...nothingKept })), ...nothingDecided };
    const { about, argsFor } = subjectOf(question);
    const { version, answer } = await this.turn.run(() =>
      this.graph.ask(
        {
          name: 'fixStates',
          about,
          kindsVersion: question.kindsVersion,
          without: question.without,
          supply: (needs) => this.supplyFor(question, needs),
          args: (ids, hidden) => ({ ...argsFor(ids, hidden), fixes }),
        },
        shownNodes,
      ),
    );
    if (!answer.states) throw new PlanTooLargeError(planMemory, planMemory);
    return { version, answer: answer.states };
  }

  /**
   * The fixes that cut an edge.
   * @throws as {@link plan}; NotFoundError if there is no such edge
   */
  async fixesOf({ edge, ...asked }: AskedFixes): Promise<Versioned<EdgeFixesDto>> {
    const question = { ...(await this.questionOf({ ...asked, ...nothingKept })), ...nothingDecided };
    const faults: Fault[] = [];
    const known = await this.kinds.list();
    const ofEdges = known.kinds.filter(({ isOfEdges }) => isOfEdges);
    const [named] = edgesNamed('edge', [edge], ofEdges, faults);
    if (!named || faults.length > 0) throw new InvalidInputError(faults);
    const { about, argsFor } = subjectOf(question);
    const ends = [named.source, named.target];
    const { version, answer, nodes } = await this.graph.ask(
      {
        name: 'edgeFixes',
        about: [...ends, ...about],
        kindsVersion: known.version,
        without: question.without,
        supply: (needs) => this.supplyFor(question, needs),
        args: ([source = 0, target = 0, ...ids], hidden) => ({
          ...argsFor(ids, hidden),
          edge: [source, named.kind, target],
        }),
      },
      shownNodes,
    );
    if (!answer.reasons) throw new NotFoundError('query.edge', `there is no edge ${JSON.stringify(edge)}`);
    const reasons = answer.reasons.map((fixes) => ({
      fixes: fixes.map((fix) => ({ key: keyOf(fix, nodes), text: textOf(fix, nodes), cost: fix.cost })),
    }));
    return { version, answer: { reasons } };
  }

  private async questionOf(asked: AskedQuestion) {
    const faults: Fault[] = [];
    const known = await this.kinds.list();
    const view = await this.selections.viewOf(asked.view, known, faults);
    const starts = asked.starts && (await this.selections.nodesOf('start', asked.starts, known, faults));
    const question = {
      ends: await this.selections.nodesOf('end', asked.ends, known, faults),
      starts,
      kinds: view.kinds,
      held: view.held,
      kindsVersion: view.kindsVersion,
      without: view.without,
      costs: asked.costs,
      ...(await this.keptParts(asked, known, faults)),
    };
    if (faults.length > 0) throw new InvalidInputError(faults);
    return question;
  }

  private async keptParts({ keptNodes, keptEdges, keptWhere }: AskedQuestion, known: KnownKinds, faults: Fault[]) {
    const ofEdges = known.kinds.filter(({ isOfEdges }) => isOfEdges);
    return {
      keptNodes: keptNodes.map((node) => referenceTo(node, 'query.keep_node')),
      keptByCondition: await this.selections.choose({ kind: null }, keptWhere, faults, 'where'),
      keptEdges: edgesNamed('keep_edge', keptEdges, ofEdges, faults),
    };
  }

  private async make(question: Question, key: string): Promise<PlanResult> {
    const kept = this.kept.get(key);
    // It was made while this question waited for its turn.
    if (kept && kept.version === this.keeper.present?.version) return kept;
    const { answer } = await this.ask(question, null);
    if (!answer.plan) throw new PlanTooLargeError(answer.bytes, planMemory);
    this.kept.set(key, answer.plan);
    return answer.plan;
  }

  /** @returns null if the graph has another version by now */
  private async read(
    question: Question,
    plan: PlanResult,
    { until, most, ways = waysByDefault }: AskedPlan,
  ): Promise<Versioned<PlanDto> | null> {
    const { index } = chosenStage(plan, until, most);
    const shown = trimmed(plan, index, ways);
    const { version, kindsVersion, nodes } = await this.ask(question, shown);
    if (version !== plan.version) return null;
    const kindName = await this.kinds.of(kindsIn(shown), kindsVersion);
    const names = { nodes, kindName, addressOf: this.addresses.of.bind(this.addresses) };
    addNotes(plan);
    return { version, answer: new PlanAnswer(shown, names).of(chosenStage(shown, until, most)) };
  }

  /** Ways lead over all of the graph, and so do the reasons of its edges, unless the question leaves something out. */
  private supplyFor({ without }: Question, needs: Needs): Promise<Supplies> {
    const supply = () => this.selections.supply(needs);
    return without ? supply() : seeingAll(supply);
  }

  private ask(question: Question, known: PlanResult | null) {
    const { about, argsFor } = subjectOf(question);
    return this.graph.ask(
      {
        name: 'plan',
        about,
        kindsVersion: question.kindsVersion,
        without: question.without,
        supply: (needs) => this.supplyFor(question, needs),
        args: (ids, hidden) => ({ ...argsFor(ids, hidden), known }),
      },
      shownNodes,
    );
  }
}

/** The nodes that a question names, and its arguments by their ids. */
function subjectOf({ ends, starts, kinds, held, costs, keptNodes, keptByCondition, keptEdges, ...decided }: Question) {
  const [ofEnds, ofStarts] = [referencesOf(ends), starts ? referencesOf(starts) : []];
  const about = [...ofEnds, ...ofStarts, ...keptNodes, ...keptEdges.flatMap(({ source, target }) => [source, target])];
  const argsFor = (ids: readonly number[], without: Without | undefined): PlanSubject => {
    const rest = ids.slice(ofEnds.length + ofStarts.length);
    const ofEdges = rest.slice(keptNodes.length);
    return {
      ends: selectionOf(ends, ids.slice(0, ofEnds.length)),
      among: starts && selectionOf(starts, ids.slice(ofEnds.length, ofEnds.length + ofStarts.length)),
      kinds,
      held,
      costs,
      keptNodes: [...rest.slice(0, keptNodes.length), ...(keptByCondition ?? [])],
      keptEdges: keptEdges.map(({ kind }, index) => [ofEdges[2 * index]!, kind, ofEdges[2 * index + 1]!] as const),
      taken: decided.taken,
      declined: decided.declined,
      without,
    };
  };
  return { about, argsFor };
}

/** Without what chooses a part of the same plan. */
type AskedQuestion = Omit<AskedPlan, 'until' | 'most' | 'ways'>;

type Question = Awaited<ReturnType<PlanService['questionOf']>> & DecidedSteps;

function kindsIn({ structural, fixes, stages }: PlanResult): number[] {
  const edges = [
    ...structural.accounts.flatMap((it) => it.edges),
    ...stages.flatMap(({ certificate }) => certificate?.ways.flatMap((way) => way.edges) ?? []),
  ];
  const all = [...edges.map(([, kind]) => kind), ...fixes.map(({ kind }) => kind)];
  return [...new Set(all)].filter((kind) => kind > 0);
}

/** What a plan does not know. */
function addNotes({ exposed, structural, simplified, unexplained, isCut }: PlanResult): void {
  if (exposed === 0) addNote('no account reaches the ends: there is nothing to fix');
  if (exposed > 0 && structural.count === exposed) addNote('no fix cuts any account off: all are structural');
  if (simplified > 0)
    addNote(`${simplified} times many reasons of an edge are held for one, so that a smaller plan may exist`);
  if (unexplained > 0)
    addNote(`${unexplained} derived edges have no known reason, and count as edges that nobody cuts`);
  if (isCut) addNote('the search for stages ended at its limit; there may be more');
}
