import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, NotFoundError, ProviderUnavailableError, UnreadableSecretError } from '../../../base/errors.js';
import { rateLimitKeyOf } from '../../../http/limits/network-of.js';
import { AuditService } from '../../audit/audit.service.js';
import { SessionCookie } from '../../cookie-sessions/session-cookie.js';
import { programOf } from '../../sessions/program.js';
import { LoginFailure } from '../persons/person.js';
import { LoginCookie } from './login-cookie.js';
import { pagePath } from './return-to.js';
import { type LoginWishes, type Parameters, SsoLoginService } from './sso-login.service.js';

interface Visit {
  readonly slug: string;
  readonly request: Request;
  readonly response: Response;
}

/** Name of the actor of a login that fails before the person is known. No account can have it. */
const unknownPerson = '(unknown)';

/** A login as a browser sees it: cookies, redirects, and a page for failures. */
@Injectable()
export class SsoBrowser {
  private readonly logger = new Logger('Sso');

  constructor(
    private readonly logins: SsoLoginService,
    private readonly attempts: LoginCookie,
    private readonly session: SessionCookie,
    private readonly audit: AuditService,
  ) {}

  async begin(visit: Visit, wishes: LoginWishes): Promise<void> {
    const { slug, request, response } = visit;
    try {
      this.session.requireSafeTransport(request);
      const { url, attempt } = await this.logins.begin(slug, wishes);
      this.attempts.add(request, response, attempt);
      redirect(response, url);
    } catch (error) {
      // Programs get the reason, which concerns the deployment and no person.
      if (!isOfBrowser(request) || !(error instanceof AppError)) throw error;
      await this.fail(visit, error);
    }
  }

  /** The session here has ended before, by the page. */
  async leave({ slug, response }: Visit): Promise<void> {
    redirect(response, await this.logins.logoutUrl(slug));
  }

  metadata(slug: string): Promise<string> {
    return this.logins.metadata(slug);
  }

  async finish(visit: Visit, answer: Parameters): Promise<void> {
    const { slug, request, response } = visit;
    try {
      this.session.requireSafeTransport(request);
      const attempt = await this.logins.attemptOf(slug, answer, this.attempts.read(request));
      if (!attempt) {
        redirect(response, `${pagePath}?login=confirm&provider=${slug}`);
        return;
      }
      this.attempts.remove(request, response, attempt);
      const proven = await this.logins.prove(slug, answer, attempt);
      const isForScripts = request.state.givesTokenToScripts === true && attempt.returnTo === undefined;
      const origin = { address: rateLimitKeyOf(request), program: programOf(request) };
      const token = await this.logins.open(proven, { ...origin, kind: isForScripts ? 'bearer' : 'cookie' });
      if (isForScripts)
        response.cookie('token', token, { path: '/', secure: true, sameSite: 'strict', maxAge: 60_000 });
      else this.session.write(request, response, token);
      redirect(response, isForScripts ? '/ui' : (attempt.returnTo ?? pagePath));
    } catch (error) {
      if (error instanceof NotFoundError || !(error instanceof LoginFailure || error instanceof AppError)) throw error;
      await this.fail(visit, error);
    }
  }

  /** The person learns that it failed, and a number by which the log has the reason. */
  private async fail({ slug, request, response }: Visit, error: LoginFailure | AppError): Promise<void> {
    const { id: reference } = request.state;
    const reason = reasonOf(error);
    this.logger.warn(`the login ${reference} by the provider ${slug} has failed: ${reason}`);
    const name = (error instanceof LoginFailure ? error.person : undefined) ?? unknownPerson;
    const entry = { action: 'login', resource: `sso/${slug}`, details: { reason, reference } } as const;
    await this.audit.record(entry, { outcome: 'failure', actor: { id: null, name } });
    redirect(response, `${pagePath}?login=failed&reference=${reference}`);
  }
}

function redirect(response: Response, url: string): void {
  // An address with a code or a session behind it is nobody else's.
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Location', url);
}

function isOfBrowser({ headers }: Request): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

function reasonOf(error: Error): string {
  const isDetailed = error instanceof ProviderUnavailableError || error instanceof UnreadableSecretError;
  return isDetailed ? error.detail : error.message;
}
