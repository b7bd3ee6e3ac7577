import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { addNote, currentScope, currentVisibility, type PassedRoles } from '../../base/scope/request-scope.js';
import type { UnknownReach } from '../../base/scope/unknown-reach.js';
import { HAS_ERROR_CODES } from '../errors/send-error.js';
import { routeFact } from '../input/route-fact.js';
import { type Basis, type BasisPlace, CountsWholeGraph, StandsOnAnalysis } from './graph-notes.js';
import { UnknownReaches } from './unknown-reach.js';
import { isOfPage } from '../page/page-mark.js';

const placeOf = routeFact(StandsOnAnalysis);
const countsWholeGraph = routeFact(CountsWholeGraph);

/** Tells the state of the analysis. The analysis provides it. */
export abstract class BasisSource {
  abstract read(): Promise<Omit<Basis, 'place'> & { readonly notes: readonly string[] }>;
  /** @param passed ids of holders and roles that hold for a part of a tenant; null: all that there are */
  abstract unknownReach(passed: PassedRoles | null): Promise<readonly UnknownReach[]>;
  /** @param principals ids of service principals @returns how many belong to applications of other tenants */
  abstract countForeign(principals: readonly number[]): Promise<number>;
}

/** Runs after the replica is chosen. Reads the basis of the answer while the handler works. */
@Injectable()
export class BasisGuard implements CanActivate {
  constructor(private readonly analysis: BasisSource) {}

  canActivate(context: ExecutionContext): true {
    const place = placeOf(context);
    if (!place) return true;
    const request = context.switchToHttp().getRequest<Request>();
    // Under COMPAT answers keep the form of the reference product.
    const isOurs: boolean = request.app.get(HAS_ERROR_CODES) || isOfPage(request);
    const basis = this.read(request, isOurs ? place : 'header', countsWholeGraph(context) === true);
    // Awaited when the request is answered.
    basis.catch(() => {});
    request.state.basis = basis;
    const scope = currentScope();
    if (scope)
      scope.onPassed = async ({ passedRoles = [], passedPrincipals = [] }) => {
        (request.state.unknownReaches ??= new UnknownReaches()).add(await this.analysis.unknownReach(passedRoles));
        const foreign = await this.analysis.countForeign(passedPrincipals);
        if (foreign > 0) addNote(noteOnLocks(foreign));
      };
    return true;
  }

  private async read({ state }: Request, place: BasisPlace, isWhole: boolean): Promise<Basis> {
    // Others get figures of what they see.
    if (isWhole && !currentVisibility())
      (state.unknownReaches ??= new UnknownReaches()).add(await this.analysis.unknownReach(null));
    const { notes, ...basis } = await this.analysis.read();
    // Each once, also if the handler was faster.
    state.notes.splice(0, Infinity, ...new Set([...notes, ...state.notes]));
    return { ...basis, place };
  }
}

/** Those behind a lock count as reached. */
function noteOnLocks(count: number): string {
  const principals = count === 1 ? '1 service principal' : `${count} service principals`;
  return `lock unknown: the walk passes ${principals} of applications of other tenants, which may be locked against new secrets and owners`;
}
