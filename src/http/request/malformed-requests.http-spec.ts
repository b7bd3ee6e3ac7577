import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Post } from '@nestjs/common';
import { IsString } from 'class-validator';
import { type HttpApp, httpApp } from '../../../test/support/http-app.js';
import type { ErrorCode } from '../../base/catalogue/error-codes.js';
import { JsonBody } from '../body/json-body.decorator.js';
import { answersIn, exchange as exchangeWith, type RawAnswer } from './raw-connection.fixture.js';

class ThingDto {
  @IsString()
  readonly name!: string;
}

@Controller('things')
class ThingsController {
  @Get()
  list(): object {
    return { things: [] };
  }

  @Get('slow')
  async slow(): Promise<object> {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { slow: true };
  }

  @Post()
  make(@JsonBody(ThingDto) body: ThingDto): object {
    return { body };
  }
}

let http: HttpApp;
let ordinary: RawAnswer | undefined;

beforeAll(async () => {
  http = await httpApp([ThingsController], [], { MAX_BODY_BYTES: '2000' });
  [ordinary] = answersIn(await exchange(`GET /things HTTP/1.1\r\n${host}${close}\r\n`));
});
afterAll(() => http.close());

const exchange = (text: string, { url = http.url, half = false } = {}) => exchangeWith(url, text, { half });

function expectEnvelope(answer: RawAnswer | undefined, status: number, code: ErrorCode, context: string): void {
  const [, id] = /\r\nX-Request-Id: (\S+)/.exec(answer?.head ?? '') ?? [];
  expect(answer).toMatchObject({
    status,
    body: { http_status: status, request_id: id, errors: [{ code, context, message: expect.any(String) }] },
  });
  expect(answer?.head).toContain('Content-Type: application/json; charset=utf-8');
  expect(securityHeadersOf(answer)).toEqual(securityHeadersOf(ordinary));
}

/** Every header that does not depend on the request. */
function securityHeadersOf(answer: RawAnswer | undefined): string[] {
  const dependent = /^(HTTP\/1\.1|X-Request-Id:|Content-Length:|Date:|Connection:|Keep-Alive:|Preference-Applied:)/;
  return (answer?.head.split('\r\n') ?? []).filter((line) => !dependent.test(line)).toSorted();
}

const host = 'Host: localhost\r\n';
const json = `${host}Content-Type: application/json\r\n`;
const close = 'Connection: close\r\n';

describe('bytes that are not an HTTP request', () => {
  it.each([
    ['a bad request line', 'NONSENSE\r\n\r\n', 400],
    ['an unknown method', `BREW /things HTTP/1.1\r\n${host}\r\n`, 400],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['headers over their limit', `GET /things HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a target over that limit', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
    ['a length that is none', `POST /things HTTP/1.1\r\n${json}Content-Length: -1\r\n\r\n`, 400],
    ['two lengths', `POST /things HTTP/1.1\r\n${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['both framings', `POST /things HTTP/1.1\r\n${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    ['a bad chunk', `POST /things HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`, 400],
  ])('return the error envelope: %s', async (_, text, status) => {
    const answers = answersIn(await exchange(text));
    expect(answers).toHaveLength(1);
    expectEnvelope(answers[0], status, status === 431 ? 'request.too_large' : 'request.malformed', 'request');
    expect(answers[0]?.head).toContain('Connection: close');
  });

  it('return 400 if a body ends before its length', async () => {
    const text = `POST /things HTTP/1.1\r\n${json}Content-Length: 200\r\n\r\n{}`;
    expectEnvelope(answersIn(await exchange(text, { half: true }))[0], 400, 'request.malformed', 'request');
  });

  it('return an error without a code under COMPAT', async () => {
    const compat = await httpApp([ThingsController], [], { COMPAT: 'bloodhound' });
    try {
      const [answer] = answersIn(await exchange('NONSENSE\r\n\r\n', { url: compat.url }));
      const message = 'this is not a well-formed request of HTTP/1.1';
      expect(answer?.body).toMatchObject({ http_status: 400 });
      expect(Reflect.get(Object(answer?.body), 'errors')).toEqual([{ context: 'request', message }]);
    } finally {
      await compat.close();
    }
  });

  it('do not affect the answer to the previous request', async () => {
    const answers = answersIn(await exchange(`GET /things/slow HTTP/1.1\r\n${host}\r\nNONSENSE\r\n\r\n`));
    expect(answers[0]).toMatchObject({ status: 200, body: { slow: true } });
    expectEnvelope(answers[1], 400, 'request.malformed', 'request');
  });
});

describe('a malformed request', () => {
  it.each<[string, ErrorCode, string]>([
    ['GET /things HTTP/1.1\r\n', 'header.missing', 'header.Host'],
    [`GET /things HTTP/1.1\r\n${host}Host: other\r\n`, 'header.invalid_value', 'header.Host'],
    ['GET /things HTTP/1.1\r\nHost: a b\r\n', 'header.invalid_value', 'header.Host'],
    [`GET /things/%zz HTTP/1.1\r\n${host}`, 'path.malformed', 'path'],
    [`GET /nowhere/%ff HTTP/1.1\r\n${host}`, 'path.malformed', 'path'],
    [`GET /things?query=caf%e9 HTTP/1.1\r\n${host}`, 'query.malformed', 'query'],
    [`GET http://[::1 HTTP/1.1\r\n${host}`, 'path.malformed', 'path'],
    [`GET x://localhost HTTP/1.1\r\n${host}`, 'path.malformed', 'path'],
  ])('returns 400: %p', async (text, code, context) => {
    expectEnvelope(answersIn(await exchange(`${text}${close}\r\n`))[0], 400, code, context);
  });

  it.each(['/things/björn', '/things?query=björn'])('says how to encode the letter in %s', async (target) => {
    const message = 'the address has "ö"; percent-encode it as %C3%B6';
    const [answer] = answersIn(await exchange(`GET ${target} HTTP/1.1\r\n${host}${close}\r\n`));
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ context: 'request', message }] } });
  });

  it.each([
    'GET /things HTTP/1.0\r\n\r\n',
    `GET http://localhost/things HTTP/1.1\r\n${host}${close}\r\n`,
    `GET /things HTTP/1.1\r\nHost: [::1]:8080\r\n${close}\r\n`,
    `GET /things HTTP/1.1\r\nHost:\r\n${close}\r\n`,
    `GET /things HTTP/1.1\r\n${host}Expect: something\r\n${close}\r\n`,
  ])('does not include %p', async (text) => {
    expect(answersIn(await exchange(text))[0]).toMatchObject({ status: 200, body: { things: [] } });
  });
});

describe('security headers', () => {
  it('are in every answer', () => {
    expect(ordinary?.head).toContain(
      "\r\nContent-Security-Policy: default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'\r\n",
    );
    expect(ordinary?.head).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
    expect(ordinary?.head).toContain('\r\nX-Frame-Options: DENY\r\n');
    expect(ordinary?.head).not.toContain('Strict-Transport-Security');
  });
});

describe('a connection', () => {
  it('is reused after a body that was too large', async () => {
    const large = `POST /things HTTP/1.1\r\n${json}Content-Length: 300000\r\n\r\n${' '.repeat(300_000)}`;
    const answers = answersIn(await exchange(`${large}GET /things HTTP/1.1\r\n${host}${close}\r\n`));
    expectEnvelope(answers[0], 413, 'body.too_large', 'body');
    expect(answers[1]).toMatchObject({ status: 200, body: { things: [] } });
  });

  it('returns answers in the order of the requests', async () => {
    const text = `GET /things/slow HTTP/1.1\r\n${host}\r\nGET /things HTTP/1.1\r\n${host}${close}\r\n`;
    expect(answersIn(await exchange(text)).map(({ body }) => body)).toEqual([{ slow: true }, { things: [] }]);
  });
});
