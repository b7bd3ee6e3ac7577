import { afterEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from '../../auth/sso/keys/self-signed-certificate.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { OutwardDoor } from '../../base/outwards/outward-door.js';
import { syslogMessage } from './alert-syslog.js';
import { SyslogReceiver } from './syslog-receiver.fixture.js';
import { SyslogSender } from './syslog-sender.js';

const row = { kind: 'User', objectid: 'S-1-1', name: 'BO "B"\n]<13>1', href: '/ui/o/S-1-1' };
const message = {
  id: '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11',
  occasion: 'way.new',
  occurredAt: new Date('2026-11-29T12:00:00Z'),
  contents: {
    sentence: 'Größe\nis new.',
    rule: { id: 3, name: String.raw`a "b" \ [c]` },
    numbers: { accounts: 1 },
    rows: [row],
    more: 2,
  },
};

const settings = loadSettings({ ALERT_NETWORKS: '127.0.0.0/8', PUBLIC_URL: 'https://graph.example/x' });
const expected = [
  '<108>1 2026-11-29T12:00:00.000Z graph.example graphward - way.new ',
  '[graphward@32473 id="0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11" rule="3" ',
  String.raw`name="a \"b\" \\ [c\]" accounts="1" more="2"] `,
  '\uFEFFGröße\uFFFDis new. | User BO "B"\uFFFD]<13>1 | and 2 more',
].join('');

const toHere = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
const toHereToo = () =>
  Promise.resolve([
    { address: '192.0.2.1', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]);

describe('SyslogSender', () => {
  let receiver: SyslogReceiver | undefined;
  afterEach(() => {
    receiver?.close();
    receiver = undefined;
  });

  it('sends one escaped line over TLS, to a receiver that it has verified', async () => {
    const { certificate: cert, privateKey: key } = await selfSigned('localhost', new Date());
    receiver = await SyslogReceiver.start({ cert, key });
    const url = `tls://localhost:${receiver.port}`;
    await new SyslogSender(new OutwardDoor(settings, toHere, cert), settings).send(url, message, 5000);
    expect(receiver.received).toEqual([expected]);

    const untrusting = new SyslogSender(new OutwardDoor(settings, toHere), settings);
    await expect(untrusting.send(url, message, 5000)).rejects.toThrow('self-signed certificate');
    const other = new SyslogSender(new OutwardDoor(settings, toHere, cert), settings);
    await expect(other.send(`tls://other.example:${receiver.port}`, message, 5000)).rejects.toThrow(
      "Host: other.example. is not cert's CN: localhost",
    );
    expect(receiver.received).toHaveLength(1);
  });

  it('does not call inner addresses, nor names that have one', async () => {
    const sender = new SyslogSender(new OutwardDoor(loadSettings({}), toHereToo), settings);
    await expect(sender.send('tcp://half.example:514', message, 5000)).rejects.toThrow(
      'half.example:514 is not called: its address 127.0.0.1 is an inner address',
    );
    await expect(sender.send('udp://0x7f.1:514', message, 5000)).rejects.toThrow('127.0.0.1 is an inner address');
  });

  it('fails if nobody listens', async () => {
    receiver = await SyslogReceiver.start();
    const { port } = receiver;
    receiver.close();
    receiver = undefined;
    const sender = new SyslogSender(new OutwardDoor(settings), settings);
    await expect(sender.send(`tcp://127.0.0.1:${port}`, message, 5000)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('syslogMessage', () => {
  const origin = { host: 'h', enterpriseNumber: 1 };

  it('leaves out rows that do not fit, and counts them', () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ ...row, name: `USER ${at}` }));
    const bytes = syslogMessage({ ...message, contents: { ...message.contents, rows } }, origin, 2048);
    const shown = [...bytes.toString().matchAll(/USER \d+/g)].length;
    expect([bytes.length <= 2048, shown > 50]).toEqual([true, true]);
    expect(bytes.toString()).toMatch(new RegExp(` more="${102 - shown}"\\] .* \\| and ${102 - shown} more$`));
  });

  it('ends before a character that does not fit', () => {
    const contents = { ...message.contents, rows: [], sentence: 'ü'.repeat(3000) };
    const bytes = syslogMessage({ ...message, contents }, origin, 2048);
    expect(bytes.length).toBeGreaterThan(2045);
    expect(bytes.length).toBeLessThanOrEqual(2048);
    expect(bytes.toString().endsWith('ü')).toBe(true);
  });
});
