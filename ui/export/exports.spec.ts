import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { edge, measure, node } from '../picture/graph.fixture.js';
import type { Graph } from '../picture/graph.js';
import { layout } from '../picture/layout.js';
import { shapesOf, svgText } from '../picture/shapes.js';
import { answerJson, edgesCsv, fileName, withoutNames } from './files.js';

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  ']]><!--',
  '&lt;b&gt;',
  '=HYPERLINK("http://evil.example")',
  '+1',
  '＝1',
  'a,b\r\nc"d',
  '\u202Egpj.exe',
  '../../etc/passwd',
  '\u0000\ud800',
];

const graph: Graph = {
  nodes: [...attacks.map((name, index) => node(`${index}`, 'User', { name, objectId: name })), node('99', 'GPO')],
  edges: attacks.map((_, index) => edge(`${index}`, `Kind${index}`, '99')),
};

function svgOf(drawn: Graph): string {
  const space = { width: 1200, isVertical: false, measure };
  const picture = layout(drawn, { starts: [], ends: drawn.nodes.slice(-1).map(({ id }) => id) }, space);
  const drawing = { label: 'Paths', sentenceOf: () => 'leads to' };
  return svgText(shapesOf(picture, drawing), (classes) => ({ fill: classes === 'name' ? '#000' : '"red"' }));
}

const anyName = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...attacks));

describe(svgText.name, () => {
  it('is valid XML without elements of names', () => {
    fc.assert(
      fc.property(fc.array(anyName, { minLength: 1, maxLength: 5 }), (names) => {
        const nodes = names.map((name, index) => node(`${index}`, 'User', { name }));
        const text = svgOf({ nodes: [...nodes, node('99')], edges: nodes.map(({ id }) => edge(id, 'Owns', '99')) });
        expect(XMLValidator.validate(text)).toBe(true);
        expect(new Set(text.match(/<\/?\w+/g))).toEqual(
          new Set(['svg', 'g', 'rect', 'path', 'text', 'title'].flatMap((tag) => [`<${tag}`, `</${tag}`])),
        );
      }),
    );
  });

  it('writes names as they are, and the styles of classes', () => {
    const text = svgOf({ nodes: [node('1', 'User', { name: '<A> & "B"' })], edges: [] });
    expect(text).toContain('<text fill="#000" x="38" y="23">&#60;A&#62; &#38; &#34;B&#34;</text>');
    expect(text).toContain('<title>&#60;A&#62; &#38; &#34;B&#34;, User</title>');
    expect(text).toContain('fill="&#34;red&#34;"');
    expect(new XMLParser().parse(text)).toHaveProperty('svg');
  });
});

describe(edgesCsv.name, () => {
  it('writes no text that a spreadsheet runs', () => {
    const csv = edgesCsv(graph);
    expect(csv.split('\r\n')[0]).toBe('from,from id,kind,to,to id,last seen,source');
    expect(csv).toContain(
      `"'=HYPERLINK(""http://evil.example"")","'=HYPERLINK(""http://evil.example"")",Kind5,99,S-99,2026-11-23T00:00:00.000Z,stated\r\n`,
    );
    expect(csv).toContain("'+1,'+1,Kind6,");
    expect(csv).toContain("'＝1,'＝1,Kind7,");
    expect(csv).toContain('"a,b\r\nc""d","a,b\r\nc""d",Kind8,');
    expect(edgesCsv({ ...graph, edges: [{ ...edge('1', 'Owns', '99'), lastSeen: null }] })).toContain(
      ',Owns,99,S-99,,derived\r\n',
    );
  });

  it('begins no cell with the start of a formula', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const [, row = ''] = edgesCsv({ nodes: [node('1', 'User', { name })], edges: [edge('1', 'K', '1')] }).split(
          /\r\n(.*)/s,
        );
        expect(row).not.toMatch(/^"?[=+\-@＝＋－＠\t\r\n]/);
      }),
    );
  });
});

describe(withoutNames.name, () => {
  it('names nodes by the letters of their kinds', () => {
    const hidden = withoutNames({
      nodes: [node('7', 'User'), node('1', 'User'), node('3', 'EnterpriseCA'), node('4', 'odd')],
      edges: [edge('7', 'Owns', '3')],
    });
    expect(hidden.nodes.map(({ id, objectId, name }) => [id, objectId, name])).toEqual(
      ['U2', 'U1', 'ECA1', 'N1'].map((name) => [name, name, name]),
    );
    expect(hidden.edges).toEqual([edge('U2', 'Owns', 'ECA1')]);
  });

  it('leaves no name, id or domain in any form of export', () => {
    const secret = fc.stringMatching(/^[A-Z]{6,9}$/).map((text) => `~${text}~`);
    fc.assert(
      fc.property(fc.uniqueArray(secret, { minLength: 3, maxLength: 12 }), (secrets) => {
        const nodes = secrets.map((text, index) =>
          node(`${text}${index}`, 'User', { name: `${text}@${text}.LOCAL`, objectId: text }),
        );
        const named = { nodes, edges: nodes.slice(1).map(({ id }) => edge(nodes[0]!.id, 'Owns', id)) };
        const hidden = withoutNames(named);
        const forms = [svgOf(hidden), edgesCsv(hidden), answerJson(hidden, false)];
        expect(forms.filter((form) => secrets.some((text) => form.includes(text)))).toEqual([]);
        expect(new Set(hidden.nodes.map(({ id }) => id)).size).toBe(nodes.length);
        expect(secrets.every((text) => edgesCsv(named).includes(text))).toBe(true);
      }),
    );
  });
});

describe(answerJson.name, () => {
  it('has the form of an answer', () => {
    const { nodes, edges } = graph;
    expect(JSON.parse(answerJson(withoutNames({ nodes: nodes.slice(-1), edges: [] }), true))).toEqual({
      data: {
        nodes: { GPO1: { label: 'GPO1', kind: 'GPO', objectId: 'GPO1', isTierZero: false, isOwnedObject: false } },
        edges: [],
        truncated: true,
      },
    });
    expect(JSON.parse(answerJson(graph, false)).data.edges).toHaveLength(edges.length);
  });
});

describe(fileName.name, () => {
  it.each([
    [['paths', 'ADA@BIRCH.LOCAL', 'to tier zero'], 'paths-ADA-BIRCH-LOCAL-to-tier-zero.svg'],
    [['paths', '../../etc/passwd', '\u202Egpj.exe'], 'paths-etc-passwd-gpj-exe.svg'],
    [['<>'], 'graph.svg'],
  ])('writes %j', (words, expected) => {
    expect(fileName(words, 'svg')).toBe(expected);
  });
});
