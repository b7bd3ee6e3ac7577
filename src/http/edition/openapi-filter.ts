import type { Capabilities } from '../../base/capabilities.js';
import { requiredCapability } from './requires.decorator.js';

interface OperationObject {
  readonly operationId?: string;
}

interface Document {
  paths: Record<string, object>;
  components?: { schemas?: Record<string, unknown> };
}

/**
 * Takes the operations of capabilities that this deployment lacks out of an OpenAPI document, and the schemas that only they
 * refer to: the document must not tell of what answers as if it did not exist.
 * @param document its operation ids begin with the name of the controller and a dot
 */
export function hideMissingCapabilities(
  document: Document,
  controllers: readonly Function[],
  capabilities: Capabilities,
): void {
  const hidden = new Set(controllers.filter((it) => isHidden(it, capabilities)).map(({ name }) => name));
  for (const [path, item] of Object.entries(document.paths)) {
    if (Object.values(item).some((operation) => belongsTo(hidden, operation))) delete document.paths[path];
  }
  keepReferredSchemas(document);
}

function isHidden(controller: Function, capabilities: Capabilities): boolean {
  const capability = requiredCapability(controller);
  return capability !== undefined && !capabilities.has(capability);
}

function belongsTo(controllers: ReadonlySet<string>, operation: unknown): boolean {
  return isOperation(operation) && controllers.has(operation.operationId?.split('.', 1)[0] ?? '');
}

function isOperation(value: unknown): value is OperationObject {
  return typeof value === 'object' && value !== null && 'operationId' in value;
}

function keepReferredSchemas(document: Document): void {
  const schemas = document.components?.schemas ?? {};
  const kept = new Set<string>();
  const visit = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (kept.has(name)) continue;
      kept.add(name);
      visit(JSON.stringify(schemas[name] ?? {}));
    }
  };
  visit(JSON.stringify(document.paths));
  for (const name of Object.keys(schemas)) if (!kept.has(name)) delete schemas[name];
}
