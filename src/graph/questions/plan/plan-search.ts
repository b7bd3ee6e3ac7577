import type { Highs } from 'highs';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds } from '../needs.js';
import { boundOf, type Certificate, certificateOf } from './certificate.js';
import { LinearProgram, type Proposal } from './linear-program.js';
import type { PlanModel } from './plan-model.js';
import { type FoundPlan, PlanWalk, type Price, type WayRow } from './plan-walk.js';

export interface ProvenPlan extends FoundPlan {
  /** No plan's value is below it. */
  readonly bound: number;
  /** `search`: only the search in whole numbers proved it. */
  readonly boundBy: 'ways' | 'search';
  readonly isSmallest: boolean;
  /** The search ended at a limit before its plan was proven. */
  readonly isCut: boolean;
  readonly certificate: Certificate;
}

const complete: Price = { a: 1, b: Infinity };

const tolerance = 1e-5;

/** Finds the plans of least value, with their proofs. */
export class PlanSearch {
  private readonly walk: PlanWalk;
  private program: LinearProgram | null = null;
  /** By the fixes before. */
  private readonly remaining = new Map<string, number>();

  constructor(
    readonly model: PlanModel,
    private readonly interrupt: Interrupt,
    /** How often a plan is looked for with more rows. */
    private readonly maxRounds = 400,
  ) {
    this.walk = new PlanWalk(model, interrupt);
  }

  /** How many accounts have a way after these fixes. Most stages begin with the fixes of the former one. */
  remainingAfter(fixes: readonly number[]): number {
    const key = fixes.join();
    let remaining = this.remaining.get(key);
    if (remaining === undefined) this.remaining.set(key, (remaining = this.countAfter(fixes)));
    return remaining;
  }

  private countAfter(fixes: readonly number[]): number {
    return this.walk.leftBy(fixes).reduce((sum, node) => sum + this.model.weight[node]!, 0);
  }

  end(): void {
    this.program?.end();
  }

  /** A plan after which no account has a way. */
  *complete(): AnswerWithNeeds<ProvenPlan> {
    const { walk, model } = this;
    const { plan, ways } = walk.separate([], [], complete);
    const found = walk.reduced(plan, complete);
    const certificate = certificateOf(model, ways, complete);
    const bound = boundOf(certificate);
    if (bound === found.value) return { ...found, bound, boundBy: 'ways', isSmallest: true, isCut: false, certificate };
    return yield* this.solve(complete, [found.fixes]);
  }

  /** @param incumbents plans that are known */
  *solve(price: Price, incumbents: readonly ReadonlySet<number>[]): AnswerWithNeeds<ProvenPlan> {
    this.program ??= new LinearProgram(yield* solver(), this.model);
    const round = new Round(this.walk, this.program, price, this.interrupt, this.maxRounds);
    for (const plan of incumbents) round.offer(plan);
    return round.run();
  }
}

function* solver(): AnswerWithNeeds<Highs> {
  const { solver: loaded } = yield { solver: true };
  if (!loaded) throw new Error('there is no solver');
  return loaded;
}

class Round {
  private best: FoundPlan | null = null;
  private certificate: Certificate;
  /** Of the search in whole numbers. */
  private searched = 0;
  /** A whole optimum of the rows left no way. */
  private isEnded = false;

  constructor(
    private readonly walk: PlanWalk,
    private readonly program: LinearProgram,
    private readonly price: Price,
    private readonly interrupt: Interrupt,
    private readonly maxRounds: number,
  ) {
    this.certificate = certificateOf(walk.model, [], price);
  }

  offer(plan: Iterable<number>): void {
    const found = this.walk.reduced(plan, this.price);
    if (!this.best || found.value < this.best.value) this.best = found;
  }

  run(): ProvenPlan {
    let proposal = this.relax();
    for (let round = 0; round < this.maxRounds && !this.isProven(); round++) {
      this.interrupt.check();
      const { fixes, left } = proposal?.over(proposal.isWhole ? 0.5 : 0.4999) ?? { fixes: [], left: [] };
      const { added, plan } = this.walk.separate(fixes, left, this.price);
      this.offer(plan);
      if (added.length === 0 && proposal?.isWhole) {
        this.isEnded = true;
        this.searched = Math.max(this.searched, Math.ceil(proposal.bound - tolerance));
        break;
      }
      proposal = this.next(proposal, added);
      if (!proposal) break;
    }
    return this.result();
  }

  /** With the rows that were added: the relaxation, or the search if that proposes the same. @returns null if nothing more is found */
  private next(former: Proposal | null, added: readonly WayRow[]): Proposal | null {
    const isViolated = !former || added.some((row) => this.isViolated(row, former));
    const relaxed = added.length > 0 ? this.relax() : former;
    return this.isProven() || isViolated || relaxed?.isWhole ? relaxed : this.search();
  }

  private isProven(): boolean {
    return this.best !== null && Math.max(boundOf(this.certificate), this.searched) >= this.best.value;
  }

  private relax(): Proposal | null {
    const { walk, program, price } = this;
    if (walk.rows.length === 0) return null;
    const relaxed = program.relaxed(walk.rows, price);
    if (!relaxed) return null;
    const certificate = certificateOf(walk.model, relaxed.ways, price);
    if (certificate.sum / certificate.denominator > this.certificate.sum / this.certificate.denominator)
      this.certificate = certificate;
    return relaxed;
  }

  private search(): Proposal | null {
    const found = this.program.whole(this.walk.rows, this.price, this.best!);
    if (!found) return null;
    this.searched = Math.max(this.searched, Math.ceil(found.bound - tolerance));
    return found.isOptimal ? { ...found, isWhole: true } : null;
  }

  private isViolated({ node, fixes }: WayRow, { value }: Proposal): boolean {
    const places = this.price.b === Infinity ? [] : this.walk.model.chain(node).map((place) => -1 - place);
    return [...fixes, ...places].reduce((sum, column) => sum + value(column), 0) < 1 - tolerance;
  }

  private result(): ProvenPlan {
    const best = this.best!;
    const byWays = boundOf(this.certificate);
    const bound = Math.min(Math.max(byWays, this.searched), best.value);
    return {
      ...best,
      bound,
      boundBy: byWays >= bound ? 'ways' : 'search',
      isSmallest: bound >= best.value,
      isCut: bound < best.value && !this.isEnded,
      certificate: this.certificate,
    };
  }
}
