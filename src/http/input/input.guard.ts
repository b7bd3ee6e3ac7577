import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { fault, type Fault, InvalidInputError } from '../../base/errors.js';
import { type InputReader, queryParameters, routeInputsOf } from './route-inputs.js';

interface Plan {
  readonly inputs: readonly (readonly [index: number, reader: InputReader])[];
  readonly queryNames: ReadonlySet<string>;
}

const places = ['path', 'query', 'header', 'body'] as const;

/**
 * The last guard that can refuse a request. Reads and checks all inputs of the handler. One answer has all faults: those of the path
 * first, then the query (unknown parameters are faults too), then headers and the body.
 */
@Injectable()
export class InputGuard implements CanActivate {
  private readonly plans = new WeakMap<Function, Plan>();

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { inputs, queryNames } = this.planOf(context.getHandler());
    const faults: Fault[] = [];
    const query = queryParameters(request.url);
    const values: unknown[] = [];
    for (const [index, reader] of inputs) {
      if (reader.place === 'query') values[index] = reader.read(query, faults, request);
      else values[index] = reader.place === 'body' ? await reader.read(request, faults) : reader.read(request, faults);
    }
    const unknown = new Set(query.flatMap(([name]) => (queryNames.has(name) ? [] : [name])));
    for (const name of unknown) faults.push(unknownParameter(name, queryNames));
    if (faults.length > 0) throw new InvalidInputError(inOrder(faults));
    request.state.inputs = values;
    return true;
  }

  private planOf(handler: Function): Plan {
    let plan = this.plans.get(handler);
    if (!plan) {
      plan = makePlan(handler);
      this.plans.set(handler, plan);
    }
    return plan;
  }
}

function makePlan(handler: Function): Plan {
  const entries = [...routeInputsOf(handler)].toSorted(([a], [b]) => a - b);
  const inputs = places.flatMap((place) => entries.filter(([, reader]) => reader.place === place));
  const names = entries.flatMap(([, reader]) => (reader.place === 'query' ? reader.names : []));
  return { inputs, queryNames: new Set(names) };
}

function unknownParameter(name: string, known: ReadonlySet<string>): Fault {
  const takes = known.size > 0 ? `it takes ${[...known].join(', ')}` : 'it takes no query parameters';
  return fault('filter.unknown_parameter', `query.${name}`, `this operation does not know the parameter; ${takes}`);
}

/** Moves the faults of unknown parameters, which are found last, to the query. */
function inOrder(faults: readonly Fault[]): Fault[] {
  return faults.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ context }: Fault): number {
  return context.startsWith('path') ? 0 : context.startsWith('query') ? 1 : 2;
}
