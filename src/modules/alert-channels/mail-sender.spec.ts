import { afterEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from '../../auth/sso/keys/self-signed-certificate.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { MailReceiver, partsOf } from './mail-receiver.fixture.js';
import { MailSender, mailServer } from './mail-sender.js';

const message = {
  id: '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11',
  occasion: 'way.new',
  occurredAt: new Date('2026-11-29T12:00:00Z'),
  contents: {
    sentence: '1 account\r\nBcc: victim@example.com has a new way.',
    rule: { id: 3, name: 'a\nrule' },
    numbers: { accounts: 1 },
    rows: [
      {
        kind: 'User',
        objectid: 'S-1-1',
        name: '<img src=x onerror=alert(1)>\r\nX-Evil: 1',
        path: ['"A"', 'GenericAll', '<B>'],
        href: '/ui/o/S-1-1',
      },
    ],
    more: 2,
  },
};

async function send(url: string, ca?: string): Promise<string> {
  const settings = loadSettings({ SMTP_URL: url, SMTP_FROM: 'graph@example.org' });
  const sender = new MailSender(settings, ca === undefined ? {} : { ca });
  return sender.send(['ada@example.com'], message, 'https://graph.example', 2000);
}

describe('MailSender', () => {
  let receiver: MailReceiver | undefined;
  afterEach(() => receiver?.close());

  it('writes text and HTML, and no name becomes a header or markup', async () => {
    receiver = await MailReceiver.start();
    expect(await send(receiver.url)).toBe('');
    const [mail] = receiver.received;
    expect(Object.keys(mail!.headers).toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'references',
      'subject',
      'to',
    ]);
    expect(mail!.headers).toMatchObject({
      'message-id': '<0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11@example.org>',
      references: '<alerts.rule-3@example.org>',
    });
    expect(mail!.to).toEqual(['ada@example.com']);
    expect(partsOf(mail!.source)).toEqual({
      'text/plain': [
        '1 account\uFFFD\uFFFDBcc: victim@example.com has a new way.',
        '- User <img src=x onerror=alert(1)>\uFFFD\uFFFDX-Evil: 1\n  "A" GenericAll <B>\n  https://graph.example/ui/o/S-1-1',
        'and 2 more',
        'Rule: a\uFFFDrule\n',
      ].join('\n\n'),
      'text/html': [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Alert</title>',
        '<p><strong>1 account\uFFFD\uFFFDBcc: victim@example.com has a new way.</strong></p>',
        '<ul><li><a href="https://graph.example/ui/o/S-1-1">User &lt;img src=x onerror=alert(1)&gt;\uFFFD\uFFFDX-Evil: 1</a><br>&quot;A&quot; GenericAll &lt;B&gt;</li></ul>',
        '<p>and 2 more</p>',
        '<p>Rule: a\uFFFDrule</p></html>',
      ].join('\n'),
    });
  });

  it('requires TLS of any server but this machine, and verifies it', async () => {
    const { certificate: cert, privateKey: key } = await selfSigned('localhost', new Date());
    receiver = await MailReceiver.start({ key, cert, disabledCommands: [] });
    const { port } = receiver;
    // The mapped form of an address is not taken for this machine.
    const url = `smtp://ada:pass%3Aword@[::ffff:127.0.0.1]:${port}`;
    await expect(send(url)).rejects.toThrow('self-signed certificate');
    await expect(send(`smtp://ada:wrong@localhost:${port}`, cert)).rejects.toThrow('Invalid login');
    expect(await send(`smtp://ada:pass%3Aword@localhost:${port}`, cert)).toBe('');
    expect(receiver.received).toMatchObject([{ isSecure: true, user: 'ada' }]);
    await receiver.close();

    receiver = await MailReceiver.start();
    await expect(send(`smtp://[::ffff:127.0.0.1]:${receiver.port}`)).rejects.toThrow(/STARTTLS|TLS/);
    expect(receiver.received).toEqual([]);
  });

  it('speaks TLS from the start to smtps://', async () => {
    const { certificate: cert, privateKey: key } = await selfSigned('localhost', new Date());
    receiver = await MailReceiver.start({ key, cert, secure: true });
    expect(await send(`smtps://localhost:${receiver.port}`, cert)).toBe('');
    expect(receiver.received).toMatchObject([{ isSecure: true }]);
  });

  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTLS: true }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true, requireTLS: false }],
    ['smtp://localhost:25', { host: 'localhost', port: 25, secure: false, requireTLS: false }],
    ['smtp://127.0.0.9', { host: '127.0.0.9', port: 587, secure: false, requireTLS: false }],
    ['smtp://127.evil.example', { host: '127.evil.example', port: 587, secure: false, requireTLS: true }],
    ['smtp://[::1]', { host: '::1', port: 587, secure: false, requireTLS: false }],
  ])('reads %s', (url, server) => {
    expect(mailServer(url)).toEqual(server);
  });
});
