import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { fault, type Fault, InvalidInputError } from '../../base/errors.js';
import { closestNames } from '../../base/values/closest-names.js';
import { type InputReader, queryParameters, routeInputsOf } from './route-inputs.js';

interface Plan {
  /** In the order of {@link places}. */
  readonly inputs: readonly (readonly [index: number, reader: Exclude<InputReader, BodyReader>])[];
  readonly body: readonly [index: number, reader: BodyReader] | undefined;
  readonly queryNames: ReadonlySet<string>;
  readonly isQueryOpen: boolean;
}

type BodyReader = Extract<InputReader, { readonly place: 'body' }>;

const places = ['path', 'query', 'header'] as const;

/**
 * The last guard that can refuse a request. Reads and checks all inputs of the handler. One answer has all faults: first of the
 * path, then of the query (unknown parameters are faults too), of headers and of the body.
 */
@Injectable()
export class InputGuard implements CanActivate {
  private readonly plans = new WeakMap<Function, Plan>();

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { inputs, body, queryNames, isQueryOpen } = this.planOf(context.getHandler());
    const faults: Fault[] = [];
    const query = queryParameters(request.url);
    const values: unknown[] = [];
    for (const [index, reader] of inputs)
      values[index] = reader.place === 'query' ? reader.read(query, faults, request) : reader.read(request, faults);
    const end = (): true => {
      const unknown = isQueryOpen ? [] : query.filter(([name]) => !queryNames.has(name)).map(([name]) => name);
      for (const name of new Set(unknown)) faults.push(unknownParameter(name, queryNames));
      if (faults.length > 0) throw new InvalidInputError(inOrder(faults));
      request.state.inputs = values;
      return true;
    };
    if (!body) return end();
    const [index, reader] = body;
    return reader.read(request, faults).then((value) => {
      values[index] = value;
      return end();
    });
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
  const inputs = places.flatMap((place) =>
    entries.flatMap(([index, reader]) => (reader.place === place ? [[index, reader] as const] : [])),
  );
  const [body] = entries.flatMap(([index, reader]) => (reader.place === 'body' ? [[index, reader] as const] : []));
  const names = entries.flatMap(([, reader]) => (reader.place === 'query' ? reader.names : []));
  const isQueryOpen = entries.some(([, reader]) => reader.place === 'query' && reader.isOpen === true);
  return { inputs, body, queryNames: new Set(names), isQueryOpen };
}

function unknownParameter(name: string, known: ReadonlySet<string>): Fault {
  const near = closestNames(name, [...known], 2, 2);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}? It` : 'it';
  const takes = known.size > 0 ? `${hint} takes ${[...known].join(', ')}` : 'it takes no query parameters';
  return fault('filter.unknown_parameter', `query.${name}`, `this operation does not know the parameter; ${takes}`);
}

/** Moves the faults of unknown parameters, which are found last, to the query. */
function inOrder(faults: readonly Fault[]): Fault[] {
  return faults.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ context }: Fault): number {
  return context.startsWith('path') ? 0 : context.startsWith('query') ? 1 : 2;
}
