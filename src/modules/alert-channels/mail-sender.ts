import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { alertMail } from './alert-mail.js';
import type { AlertMessage } from './alert-message.js';

/** Certificates in PEM that mail servers are verified by, in place of the usual ones. */
export class TrustedMailServers {
  readonly ca?: string;
}

/** Sends alerts by the mail server of the operator, which is in the settings and so may be inside. */
@Injectable()
export class MailSender {
  constructor(
    private readonly settings: Settings,
    private readonly trusted: TrustedMailServers,
  ) {}

  /** @returns what the server refused, empty if nothing @throws if it accepts the mail for nobody */
  async send(addresses: readonly string[], message: AlertMessage, source: string, limitMs: number): Promise<string> {
    const { smtpUrl, smtpFrom } = this.settings;
    if (!smtpUrl) throw new Error('SMTP_URL is not set');
    const { createTransport } = await import('nodemailer');
    const { ca } = this.trusted;
    const limits = {
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: limitMs,
      dnsTimeout: limitMs,
    };
    const safe = { disableFileAccess: true, disableUrlAccess: true };
    const transport = createTransport({ ...mailServer(smtpUrl), ...limits, ...safe, ...(ca && { tls: { ca } }) });
    try {
      const mail = alertMail(message, source, smtpFrom.split('@')[1] ?? 'localhost');
      const { attachment } = message;
      const attachments = attachment
        ? [{ filename: attachment.name, contentType: attachment.mediaType, content: attachment.text }]
        : [];
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const sent = await transport.sendMail({ ...mail, from: smtpFrom, to: [...addresses], headers, attachments });
      return sent.rejected.length > 0 ? `the mail server refused ${sent.rejected.map(String).join(', ')}` : '';
    } finally {
      transport.close();
    }
  }
}

/** How a server of SMTP_URL is called: with TLS, unless it is on this machine. */
export function mailServer(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isHere = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  const auth = username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {};
  return { host, port: port ? Number(port) : secure ? 465 : 587, secure, requireTLS: !secure && !isHere, ...auth };
}
