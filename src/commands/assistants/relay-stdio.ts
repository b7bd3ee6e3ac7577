import { createInterface } from 'node:readline';
import { errorMessage } from '../../base/error-message.js';
import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';
import type { ServiceClient } from '../questions/service-client.js';
import type { Terminal } from '../terminal.js';

/** The revision of assistants that name none in their requests. */
const formerRevision = '2025-11-25';

/** Member of the parameters that names the revision of one request, from 2026 on. */
const revisionMember = 'io.modelcontextprotocol/protocolVersion';

/**
 * Passes each message of an assistant on to `/mcp` of a service, which decides, limits and logs, and prints the answers. Ends with its
 * input. Messages are lines of JSON in both directions.
 */
export async function relayStdio(service: ServiceClient, terminal: Terminal): Promise<void> {
  const running = new Map<unknown, AbortController>();
  const passing = new Set<Promise<void>>();
  for await (const line of createInterface({ input: terminal.input ?? process.stdin })) {
    const message = messageOf(line);
    if (!message) continue;
    if (message['method'] === 'notifications/cancelled') running.get(paramsOf(message)['requestId'])?.abort();
    const ending = new AbortController();
    const { id } = message;
    if (id !== undefined) running.set(id, ending);
    const answered = async () => {
      for (const answer of await pass(service, message, ending.signal)) terminal.print(JSON.stringify(answer));
      running.delete(id);
    };
    const passed = answered();
    passing.add(passed);
    void passed.then(() => passing.delete(passed));
  }
  await Promise.all(passing);
}

async function pass(service: ServiceClient, message: JsonObject, signal: AbortSignal): Promise<readonly JsonObject[]> {
  const { id } = message;
  try {
    const { status, text } = await service.exchange('/mcp', message, headersOf(message), signal);
    const answers = answersOf(text);
    if (id === undefined || answers.length > 0) return answers;
    throw new Error(`${service.url} answers ${status}${text === '' ? '' : `: ${text}`}`);
  } catch (error) {
    if (id === undefined || signal.aborted) return [];
    return [{ jsonrpc: '2.0', id, error: { code: -32_603, message: errorMessage(error) } }];
  }
}

/** Over HTTP some members are headers, too. */
function headersOf(message: JsonObject): Record<string, string> {
  const params = paramsOf(message);
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const { method } = message;
  const { [revisionMember]: revision } = meta;
  const name = params['name'] ?? params['uri'];
  const isFormer = typeof revision !== 'string';
  if (isFormer) return method === 'initialize' ? {} : { 'MCP-Protocol-Version': formerRevision };
  return {
    'MCP-Protocol-Version': revision,
    'Mcp-Method': String(method),
    ...(typeof name === 'string' && { 'Mcp-Name': name }),
  };
}

/** The messages of an answer: JSON, or events whose data is JSON. */
function answersOf(text: string): readonly JsonObject[] {
  const whole = messageOf(text);
  if (whole) return 'jsonrpc' in whole ? [whole] : [];
  const events = text.split('\n').filter((line) => line.startsWith('data:'));
  return events.map((line) => messageOf(line.slice('data:'.length))).filter((it) => it !== undefined);
}

function messageOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function paramsOf({ params }: JsonObject): JsonObject {
  return isJsonObject(params) ? params : {};
}
