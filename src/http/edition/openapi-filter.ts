import type { Capabilities } from '../../base/catalogue/capabilities.js';
import { capabilityOf } from '../../base/catalogue/capability-of-code.js';
import { requiredCapability } from './edition.module.js';

interface OperationObject {
  readonly operationId?: string;
}

interface Document {
  paths: Record<string, object>;
  components?: { schemas?: Record<string, unknown> };
}

/**
 * Removes the operations of capabilities that this deployment lacks from an OpenAPI document, with their error codes and the schemas
 * that only they refer to: their paths answer as if they did not exist, so the document must not reveal them.
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
  hideErrorCodes(document, capabilities);
}

function hideErrorCodes({ components }: Document, capabilities: Capabilities): void {
  const schema = components?.schemas?.['ErrorCode'];
  if (!isEnumeration(schema)) return;
  schema.enum = schema.enum.filter((code) => {
    const capability = capabilityOf(code);
    return capability === undefined || capabilities.has(capability);
  });
}

function isEnumeration(value: unknown): value is { enum: string[] } {
  return typeof value === 'object' && value !== null && 'enum' in value && Array.isArray(value.enum);
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
  const kept = referredSchemas(document.paths, schemas);
  for (const name of Object.keys(schemas)) if (!kept.has(name)) delete schemas[name];
}

/** The names of the schemas that paths refer to, directly or by other schemas. */
export function referredSchemas(paths: unknown, schemas: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit(JSON.stringify(schemas[name] ?? {}));
    }
  };
  visit(JSON.stringify(paths));
  return names;
}
