import { describe, expect, it } from '@jest/globals';
import { alertBody } from './alert-formats.js';
import type { AlertMessage, AlertRow } from './alert-message.js';

const source = 'https://graph.example';

function message(rows: readonly AlertRow[], sentence = '2 accounts have a new way into tier zero.'): AlertMessage {
  const contents = { sentence, rule: { id: 3, name: 'ways' }, numbers: { accounts: 2 }, rows, more: 1 };
  return { id: 'an-id', occasion: 'way.new', occurredAt: new Date('2026-10-01T12:00:00Z'), contents };
}

const evil = {
  kind: 'User',
  objectid: 'S-1',
  name: '<!channel> *A* [x](http://y)\u202E\n|',
  path: ['A', 'Owns', '<B>'],
  href: '/ui/o/S-1',
};

function parsed(format: 'cloudevents' | 'slack' | 'teams', it: AlertMessage) {
  const { mediaType, text } = alertBody(format, it, source);
  return [mediaType, JSON.parse(text), Buffer.byteLength(text)];
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more });

describe('the formats of alerts', () => {
  it('are a CloudEvent with the contents as they are', () => {
    expect(parsed('cloudevents', message([evil]))).toEqual([
      'application/cloudevents+json',
      {
        specversion: '1.0',
        id: 'an-id',
        source,
        type: 'graphward.way.new',
        time: '2026-10-01T12:00:00.000Z',
        subject: 'alert-rules/3',
        datacontenttype: 'application/json',
        data: message([evil]).contents,
      },
      expect.any(Number),
    ]);
  });

  it('are blocks of Slack, in which names mention nobody and make no links', () => {
    const name = '&lt;!channel&gt; *A* [x](http://y)\uFFFD\uFFFD¦';
    expect(parsed('slack', message([evil]))).toEqual([
      'application/json',
      {
        text: '2 accounts have a new way into tier zero.',
        blocks: [
          section('2 accounts have a new way into tier zero.'),
          section(`<https://graph.example/ui/o/S-1|User ${name}>\nA Owns &lt;B&gt;`),
          section('and 1 more'),
        ],
      },
      expect.any(Number),
    ]);
  });

  it('keep the limits of Slack with long names', () => {
    const rows = Array.from({ length: 20 }, () => ({ ...evil, name: 'x'.repeat(4000), path: ['y'.repeat(4000)] }));
    const [, { blocks }] = parsed('slack', message(rows, 'z'.repeat(4000)));
    const lengths = blocks.map(({ text }: { text: { text: string } }) => text.text.length);
    expect([blocks.length, Math.max(...lengths)]).toEqual([22, 3000]);
  });

  it('are an Adaptive Card, whose texts are plain', () => {
    const [mediaType, { type, attachments }] = parsed('teams', message([evil]));
    expect([mediaType, type, attachments[0].contentType]).toEqual([
      'application/json',
      'message',
      'application/vnd.microsoft.card.adaptive',
    ]);
    const { body, ...card } = attachments[0].content;
    expect(card).toEqual({
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
    });
    const selectAction = { type: 'Action.OpenUrl', url: 'https://graph.example/ui/o/S-1' };
    expect(body).toEqual([
      { type: 'RichTextBlock', inlines: [run('2 accounts have a new way into tier zero.', { weight: 'Bolder' })] },
      {
        type: 'RichTextBlock',
        inlines: [run('User <!channel> *A* [x](http://y)\uFFFD\uFFFD|', { selectAction }), run(' – A Owns <B>')],
      },
      { type: 'RichTextBlock', inlines: [run('and 1 more')] },
    ]);
  });

  it('leave rows out of a card that would be larger than 28 KB, and count them', () => {
    const rows = Array.from({ length: 20 }, () => ({ ...evil, name: 'x'.repeat(3000) }));
    const [, { attachments }, size] = parsed('teams', message(rows));
    const { body } = attachments[0].content;
    expect([body.length, body.at(-1).inlines[0].text, size <= 28_000]).toEqual([10, 'and 13 more', true]);
  });
});
