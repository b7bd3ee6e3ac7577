import type { Request } from 'express';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { type Fault, UnsupportedMediaTypeError } from '../../base/errors.js';
import { routeInput } from '../input/route-inputs.js';
import { BodyStream } from './body-stream.js';
import { mediaType } from './media-type.js';
import { hasBody } from './wire-body.js';

/**
 * The body, to be read while it comes ({@link BodyStream}). One of which no type is said may be of any (RFC 9110, section 8.3): what it
 * is, its reader sees.
 * @param types media types that it may be declared as
 */
export function StreamedBody(types: readonly string[]): ParameterDecorator {
  return routeInput(
    { place: 'body', streams: true, read: (request, faults) => Promise.resolve(open(request, faults, types)) },
    ApiBody({ required: true, schema: { type: 'string', format: 'binary' } }),
    ApiConsumes(...types),
  );
}

function open(request: Request, faults: Fault[], types: readonly string[]): BodyStream | undefined {
  if (!hasBody(request)) {
    faults.push({ code: 'body.missing', context: 'body', message: 'the body is empty' });
    return undefined;
  }
  const type = mediaType(request);
  if (type !== undefined && !types.includes(type)) {
    const wrong = `${JSON.stringify(request.headers['content-type'])} is not supported`;
    throw new UnsupportedMediaTypeError('body.unsupported_type', `${wrong}; it takes ${types.join(', ')}, or none`);
  }
  return new BodyStream(request);
}
