import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { FormBody } from '../../../http/body/raw-body.decorators.js';
import { PathText } from '../../../http/input/path.decorators.js';
import { QueryFlag } from '../../../http/input/query.decorators.js';
import { OpenQuery } from '../../../http/input/query.decorators.js';
import { apiBase } from '../../../http/openapi/api-controller.decorator.js';
import { Public } from '../../allow.decorator.js';
import { QueryReturnTo } from './return-to.js';
import { SsoBrowser } from './sso-browser.service.js';

const PathSlug = () => PathText('slug', 'Slug of the provider.');

/** The form of an answer; a Response with many attributes has some tens of kilobytes. */
const maxFormBytes = 262_144;

const samlFields = { SAMLResponse: 'The Response, in base64.', RelayState: 'Ignored.' };
const oidcFields = {
  code: 'The code of OpenID Connect.',
  state: 'The state of the login.',
  iss: 'The issuer.',
  error: 'Why there is no code.',
};

/** The addresses that browsers visit on their way to an identity provider and back. No program calls them. */
@ApiExcludeController()
@Controller(`${apiBase}/sso`)
export class SsoController {
  constructor(private readonly browser: SsoBrowser) {}

  /** Redirects to the provider, and sets the cookie that binds the login to this browser for ten minutes. */
  @Get(':slug/login')
  @Public()
  @HttpCode(302)
  async login(
    @PathSlug() slug: string,
    @QueryReturnTo() returnTo: string | undefined,
    @QueryFlag('reauthenticate', false, 'Whether the provider asks the person again, whatever session it has.')
    asksAgain: boolean,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.browser.begin({ slug, request, response }, { returnTo, asksAgain });
  }

  /** Redirects to the address of the provider that ends the session there, or else to the page. */
  @Get(':slug/logout')
  @Public()
  @HttpCode(302)
  async logout(
    @PathSlug() slug: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.browser.leave({ slug, request, response });
  }

  /** Our metadata in XML, signed. */
  @Get(':slug/metadata')
  @Public()
  async metadata(@PathSlug() slug: string, @Res() response: Response): Promise<void> {
    response.type('application/samlmetadata+xml').end(await this.browser.metadata(slug));
  }

  /** Ends a login by OpenID Connect: opens a session and redirects to the page, also if the login fails. */
  @Get(':slug/callback')
  @Public()
  @HttpCode(302)
  async receive(
    @PathSlug() slug: string,
    @OpenQuery(oidcFields) answer: Readonly<Record<string, string>>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.browser.finish({ slug, request, response }, answer);
  }

  /** As with GET, for SAML and for `response_mode=form_post`. */
  @Post(':slug/callback')
  @Public()
  @HttpCode(302)
  async receiveForm(
    @PathSlug() slug: string,
    @FormBody(maxFormBytes, { ...samlFields, ...oidcFields }) answer: Readonly<Record<string, string>>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.browser.finish({ slug, request, response }, answer);
  }
}
