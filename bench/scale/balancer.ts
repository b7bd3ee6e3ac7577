import http from 'node:http';
import { answerMeasurements, listening } from '../measured-process.js';

/** A balancer: hands each request to the next of the services in BALANCED_URLS, over connections that stay open. */
const services = (process.env['BALANCED_URLS'] ?? '').split(',').map((it) => new URL(it));
const agent = new http.Agent({ keepAlive: true });
let turn = 0;

const server = http.createServer((request, response) => {
  const { hostname, port } = services[turn++ % services.length]!;
  const { method, url, headers } = request;
  const passed = http.request({ agent, hostname, port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  passed.on('error', () => response.writeHead(502).end());
  request.pipe(passed);
});

answerMeasurements(await listening(server));
