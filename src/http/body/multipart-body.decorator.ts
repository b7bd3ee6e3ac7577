import busboy from 'busboy';
import type { Request } from 'express';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { type Fault, InvalidInputError, UnsupportedMediaTypeError } from '../../base/errors.js';
import { routeInput } from '../input/route-inputs.js';
import { maxBodyBytes } from './body-limit.js';
import { decodedBody } from './decoded-body.js';

/** The parts of a `multipart/form-data` body by their names; a part may be a field or a file. */
export type MultipartParts<Name extends string> = Readonly<Record<Name, Buffer>>;

/** A body of `multipart/form-data` that must have exactly the parts named, each once. */
export function MultipartBody(parts: Readonly<Record<string, string>>): ParameterDecorator {
  const names = Object.keys(parts);
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: 'string', description: parts[name] ?? '' }]),
  );
  return routeInput(
    { place: 'body', read: (request, faults) => readMultipart(request, faults, names) },
    ApiConsumes('multipart/form-data'),
    ApiBody({ required: true, schema: { type: 'object', required: names, properties } }),
  );
}

async function readMultipart(
  request: Request,
  faults: Fault[],
  names: readonly string[],
): Promise<Record<string, Buffer>> {
  if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data')) {
    throw new UnsupportedMediaTypeError('body.unsupported_type', 'it takes multipart/form-data');
  }
  const parts = await parseParts(request, await decodedBody(request, maxBodyBytes(request)));
  for (const name of names) {
    const count = parts.filter((part) => part.name === name).length;
    if (count === 0)
      faults.push({ code: 'body.missing_property', context: `body.${name}`, message: 'the part is missing' });
    if (count > 1)
      faults.push({
        code: 'body.invalid_value',
        context: `body.${name}`,
        message: `the part is given ${count} times; it takes one`,
      });
  }
  for (const { name } of parts) {
    if (!names.includes(name))
      faults.push({
        code: 'body.unknown_property',
        context: `body.${name}`,
        message: 'this operation does not know the part',
      });
  }
  return Object.fromEntries(parts.map(({ name, content }) => [name, content]));
}

function parseParts(request: Request, body: Buffer): Promise<{ name: string; content: Buffer }[]> {
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(InvalidInputError.at('body.invalid_encoding', 'body', 'the body is not valid multipart/form-data'));
    const parts: { name: string; content: Buffer }[] = [];
    const parser = startParser(request);
    if (!parser) return refuse();
    parser.on('field', (name, value) => parts.push({ name, content: Buffer.from(value) }));
    parser.on('file', (name, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', refuse);
      stream.on('end', () => parts.push({ name, content: Buffer.concat(chunks) }));
    });
    parser.on('error', refuse);
    parser.on('close', () => resolve(parts));
    parser.end(body);
  });
}

/** Undefined where the header names no boundary. */
function startParser(request: Request): busboy.Busboy | undefined {
  try {
    return busboy({ headers: request.headers, limits: { fields: 100, files: 10, fieldSize: maxBodyBytes(request) } });
  } catch {
    return undefined;
  }
}
