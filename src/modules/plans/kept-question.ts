import { AppError, fault, type Fault, InvalidInputError } from '../../base/errors.js';
import { knownNames } from '../../http/input/unknown-name.js';
import type { QueryParameters } from '../../http/input/route-inputs.js';
import { type AskedPlan, planParameters, readPlan } from '../graphs/plan.service.js';
import type { PlanQuestion } from './kept-plan.js';

/** These do not change which plan is made. */
const notKept = ['until', 'ways'];
const known = planParameters.filter((name) => !notKept.includes(name));

interface KeptQuestion {
  readonly question: PlanQuestion;
  readonly until: number | null;
}

/** Reads the parameters as those of a query. @throws InvalidInputError, whose faults name the places of a body */
export function askedPlan({ question, until }: KeptQuestion): AskedPlan {
  const unknown = Object.keys(question).filter((name) => !known.includes(name));
  const faults: Fault[] = unknown.map((name) =>
    fault('body.unknown_property', `body.question.${name}`, `is no parameter of a plan; ${knownNames(name, known)}`),
  );
  const query: QueryParameters = [
    ...Object.entries(question).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((it) => [name, String(it)] as const),
    ),
    ...(until === null ? [] : [['until', String(until)] as const]),
    ['ways', '0'],
  ];
  const ofQuery: Fault[] = [];
  const asked = readPlan(query, ofQuery);
  const all = [...faults, ...ofQuery.map(inBody)];
  if (all.length > 0) throw new InvalidInputError(all);
  return asked;
}

/** Asks, and names the places of a body in faults. @throws InvalidInputError, also for nodes that there are not */
export async function askingInBody<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.status < serverErrors)
      throw new InvalidInputError(error.faults.map((it) => ({ ...inBody(it), code: codeInBody(it.code) })));
    throw error;
  }
}

const serverErrors = 500;

function inBody({ code, context, message }: Fault): Fault {
  const name = context.replace('query.', '');
  return { code, context: name === 'until' ? 'body.until' : `body.question.${name}`, message };
}

function codeInBody(code: Fault['code']): Fault['code'] {
  return code === 'resource.not_found' ? 'reference.not_found' : code;
}
