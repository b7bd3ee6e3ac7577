import { Controller, Get, Res } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Response } from 'express';
import { type HttpApp, httpApp } from '../../../test/support/http-app.js';

@Controller('unspeakable')
class UnspeakableController {
  @Get()
  get(@Res({ passthrough: true }) response: Response): never {
    response.setHeader = () => {
      throw new Error('no header can be set');
    };
    throw new Error('what the client should be told of');
  }
}

let http: HttpApp;

beforeAll(async () => {
  http = await httpApp([UnspeakableController]);
});
afterAll(() => http.close());

it('closes the connection if the error cannot be answered', async () => {
  await expect(fetch(`${http.url}/unspeakable`)).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
});
