import { describe, expect, it } from 'vitest';
import { mostConnections } from '../../../../../src/judgement/connection';
import { connectionsTo, mostParallelTo } from '../../../../../src/judges/api/http/address';

describe('how many questions can be on their way', () => {
  it.each([
    ['http://localhost:8000', null, 'plain', mostConnections],
    ['http://127.0.0.1:11434', 'http/1.1', 'plain', mostConnections],
    ['https://localhost:8443', null, 'perhaps-few', mostConnections],
    ['https://192.168.1.20', null, 'perhaps-few', mostConnections],
    ['https://box.local', null, 'perhaps-few', mostConnections],
    ['https://gpubox', null, 'perhaps-few', mostConnections],
    ['https://gpubox:8443', 'h2', 'many', Infinity],
    ['https://gpubox.lan', null, 'perhaps-few', mostConnections],
    ['https://llm.corp.internal', null, 'perhaps-few', mostConnections],
    ['https://gpubox.home.arpa', null, 'perhaps-few', mostConnections],
    ['https://100.64.0.1', null, 'perhaps-few', mostConnections],
    ['https://100.127.255.254', null, 'perhaps-few', mostConnections],
    ['https://100.63.0.1', null, 'perhaps-many', Infinity],
    ['https://100.128.0.1', null, 'perhaps-many', Infinity],
    ['https://[2606:4700::1111]', null, 'perhaps-many', Infinity],
    ['https://lan.example.com', null, 'perhaps-many', Infinity],
    ['https://internal', null, 'perhaps-few', mostConnections],
    ['https://localhost:8443', 'h2', 'many', Infinity],
    ['https://192.168.1.20', 'h3', 'many', Infinity],
    ['https://192.168.1.20', 'http/1.1', 'few', mostConnections],
    ['https://api.example.com', null, 'perhaps-many', Infinity],
    ['https://api.example.com', 'h2', 'many', Infinity],
    ['https://api.example.com', 'http/1.1', 'few', mostConnections],
    ['https://api.example.com', 'http/1.0', 'few', mostConnections],
  ])('%s over %s: %s', (origin, protocol, told, most) => {
    const server = { origin, plain: origin.startsWith('http:') };
    expect(connectionsTo(server, protocol)).toBe(told);
    expect(mostParallelTo(server, protocol)).toBe(most);
  });
});
