import { currentScope } from '../../../base/scope/request-scope.js';
import { serviceName } from '../../../analysis/tier-zero/asset-group.entity.js';

/** The value of `created_by` and `updated_by`: the account that sent the request. */
export function changedBy(): string {
  return currentScope()?.caller?.id ?? serviceName;
}

/** The name of the caller that sent the request. */
export function callerName(): string {
  return currentScope()?.caller?.name ?? serviceName;
}
