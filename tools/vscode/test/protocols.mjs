// Conversations of clients that others wrote with ptoc: VS Code's harness for debug adapters, and the client side of its language protocol.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const rpc = require('vscode-jsonrpc/node');

const root = new URL('../../../', import.meta.url);
const ptoc = process.env.PTOC ?? fileURLToPath(new URL('ptoc', root));
const kernel = fileURLToPath(new URL('examples/vadd/vadd.pto', root));
const text = readFileSync(kernel, 'utf8');
const line = text.split('\n').findIndex((each) => each.includes('pto.vadd %lhs')) + 1;

/** Stops at a line, reads what is there, and goes back to the entry. */
async function debug() {
  const client = new DebugClient(ptoc, 'debug --dap', 'pto', { shell: true });
  client.defaultTimeout = 60_000;
  await client.start();
  const launch = { program: kernel, stopOnEntry: false, args: ['--kernel', 'vadd', '--args', 'auto'] };
  await client.hitBreakpoint(launch, { path: kernel, line });
  const frame = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0];
  const { scopes } = (await client.scopesRequest({ frameId: frame.id })).body;
  const scope = scopes.find((each) => each.name === 'Parameters');
  const { variables } = (await client.variablesRequest({ variablesReference: scope.variablesReference })).body;
  assert.deepEqual(variables.map((each) => each.name), ['%a', '%b', '%out', '%N_i32']);
  const executed = async () => parseInt((await client.evaluateRequest({ expression: 'position' })).body.result, 10);
  const before = await executed();
  const [stepped] = await Promise.all([
    client.waitForEvent('stopped'), client.send('stepBack', { threadId: 1, granularity: 'instruction' })]);
  assert.equal(stepped.body.reason, 'step');
  assert.equal(await executed(), before - 1);
  await Promise.all([client.waitForEvent('stopped'), client.send('reverseContinue', { threadId: 1 })]);
  assert.equal(await executed(), 0);
  await client.stop();
}

/** Opens a text with an error, and asks about an operation of it. */
async function language() {
  const server = spawn(ptoc, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const client = rpc.createMessageConnection(server.stdout, server.stdin);
  const published = new Promise((resolve) => client.onNotification('textDocument/publishDiagnostics', resolve));
  client.listen();
  const { capabilities } = await client.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  assert.ok(capabilities.renameProvider.prepareProvider);
  await client.sendNotification('initialized', {});
  const uri = pathToFileURL(kernel).href;
  const textDocument = { uri, languageId: 'pto', version: 1, text: text.replace('pto.vadd', 'pto.vad') };
  await client.sendNotification('textDocument/didOpen', { textDocument });
  const { diagnostics } = await published;
  assert.equal(diagnostics[0].code, 'PTO1101');
  assert.equal(diagnostics[0].range.start.line, line - 1);
  const position = { line, character: text.split('\n')[line].indexOf('pto.vsts') };
  const hover = await client.sendRequest('textDocument/hover', { textDocument: { uri }, position });
  assert.match(hover.contents.value, /\*\*pto\.vsts\*\*/);
  await client.sendRequest('shutdown');
  await client.sendNotification('exit');
  assert.equal(await new Promise((resolve) => server.on('exit', resolve)), 0);
}

/** The problem matcher takes the first line of a message apart. */
function matcher() {
  const { regexp, ...groups } = require('../package.json').contributes.problemMatchers[0].pattern;
  const input = text.replace('pto.vadd', 'pto.vad');
  const { stderr } = spawnSync(ptoc, ['check', '-', '--profile', 'a5'], { input, encoding: 'utf8' });
  const found = stderr.split('\n').map((each) => each.match(regexp)).find((each) => each);
  const parts = ['file', 'line', 'severity', 'code'].map((name) => found[groups[name]]);
  assert.deepEqual(parts, ['<stdin>', String(line), 'error', 'PTO1101']);
}

matcher();
await debug();
await language();
console.log('protocols: ok');
