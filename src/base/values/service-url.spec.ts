import { expect, it } from '@jest/globals';
import { isServiceUrl } from './service-url.js';

it('accepts URLs of HTTP that paths can be appended to', () => {
  const urls = ['http://127.0.0.1:8080', 'HTTPS://Graph.example/base/', 'http://graph_1', 'https://me@[::1]:8443'];
  expect(urls.filter((it) => !isServiceUrl(it))).toEqual([]);
});

it('refuses other schemes, queries, fragments, spaces and what no program can parse', () => {
  const texts = [
    '',
    'ftp://graph',
    'graph.example',
    'http:graph',
    'http:///graph',
    'http://graph?a=b',
    'http://graph#a',
  ];
  const more = ['http://graph/a b', ' http://graph', 'http://graph:99999', 'http://[::1', 'http://%zz'];
  expect([...texts, ...more].filter((it) => isServiceUrl(it))).toEqual([]);
});
