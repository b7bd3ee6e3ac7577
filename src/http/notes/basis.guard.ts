import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { HAS_ERROR_CODES } from '../errors/send-error.js';
import { routeFact } from '../input/route-fact.js';
import { type Basis, type BasisPlace, StandsOnAnalysis } from './graph-notes.js';
import { isOfPage } from '../page/page-mark.js';

const placeOf = routeFact(StandsOnAnalysis);

/** Tells the state of the analysis. The analysis provides it. */
export abstract class BasisSource {
  abstract read(): Promise<Omit<Basis, 'place'> & { readonly notes: readonly string[] }>;
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
    const basis = this.read(request, isOurs ? place : 'header');
    // Awaited when the request is answered.
    basis.catch(() => {});
    request.state.basis = basis;
    return true;
  }

  private async read({ state }: Request, place: BasisPlace): Promise<Basis> {
    const { notes, ...basis } = await this.analysis.read();
    state.notes.unshift(...notes);
    return { ...basis, place };
  }
}
