// The extension in Visual Studio Code, as code-server serves it to Chromium: what a user sees of texts, runs and the debugger. README.md says how
// to get code-server; without CODE_SERVER, the path of its entry.js, nothing is tried. `--pictures` writes those of docs/images.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const entry = process.env.CODE_SERVER;
if (!entry) {
  console.log('editor: no CODE_SERVER, not tried');
  process.exit(0);
}
const root = fileURLToPath(new URL('../../../', import.meta.url));
const ptoc = process.env.PTOC ?? join(root, 'ptoc');
const pictures = process.argv.includes('--pictures');
const seconds = 1000;

const directory = mkdtempSync(join(tmpdir(), 'ptoc-editor-'));
const workspace = join(directory, 'kernels');
mkdirSync(join(directory, 'data', 'User'), { recursive: true });
mkdirSync(workspace);
for (const name of ['softmax', 'vadd']) {
  cpSync(join(root, 'examples', name, `${name}.pto`), join(workspace, `${name}.pto`));
}
const settings = {
  'ptoc.path': ptoc,
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Default Light Modern',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
};
writeFileSync(join(directory, 'data', 'User', 'settings.json'), JSON.stringify(settings));

const port = await new Promise((resolve) => {
  const free = createServer().listen(0, '127.0.0.1', () => {
    const { port: number } = free.address();
    free.close(() => resolve(number));
  });
});
const options = ['--user-data-dir', join(directory, 'data'), '--extensions-dir', join(directory, 'extensions')];
const vsix = fileURLToPath(new URL('../ptoc.vsix', import.meta.url));
execFileSync(process.execPath, [entry, ...options, '--install-extension', vsix], { stdio: 'ignore' });
const quiet = ['--auth', 'none', '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'];
const server = spawn(process.execPath, [entry, ...options, ...quiet, '--bind-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });

let browser;
let page;

async function answers() {
  for (let i = 0; i < 60; i++) {
    if (await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok, () => false)) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, seconds));
  }
  throw new Error('code-server does not answer');
}

/** Waits for an element with a text. */
async function see(selector, text) {
  await page.locator(selector, text === undefined ? {} : { hasText: text }).first().waitFor({ timeout: 60 * seconds });
}

async function open(name) {
  await page.dblclick(`.explorer-folders-view .monaco-list-row:has-text("${name}")`);
  await see('.codelens-decoration a', 'Report');
}

/** Puts the caret to the begin of a line. */
async function goTo(line) {
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+G');
  await see('.quick-input-widget .quick-input-box input');
  await page.keyboard.type(String(line));
  await see('.quick-input-widget', `Go to line ${line}`);
  await page.keyboard.press('Enter');
}

const colour = (text) =>
  page.locator('.view-line span span', { hasText: text }).first().evaluate((each) => getComputedStyle(each).color);

async function picture(name) {
  if (pictures) {
    await page.mouse.move(0, 0);
    await page.waitForTimeout(seconds);
    await page.screenshot({ path: join(root, 'docs', 'images', name) });
  }
}

/** Clicks above the first kernel, which is among the first lines of a text. */
async function lens(title) {
  await goTo(1);
  await page.locator('.codelens-decoration a', { hasText: title }).first().click();
}

async function texts() {
  await open('softmax.pto');
  const lenses = await page.locator('.codelens-decoration').first().innerText();
  assert.equal(lenses.replace(/\s+/g, ' ').trim(), 'Run | Debug | Check | Report');
  const colours = new Set([await colour(/^arith.constant$/), await colour(/^%c0$/), await colour(/^index$/), await colour(/^\/\/.Softmax/)]);
  assert.equal(colours.size, 4);
  await lens('Run');
  await see('.notification-toast', 'cycles are beside the lines');
  await page.keyboard.press('Escape');
  await goTo(51);
  await see('.view-line', /\d+.cycles/);
  await see('.view-line', /UB.0x[0-9a-f]+/);
  await picture('editor.png');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('pto.trowexpandm', { delay: 50 });
  await see('.suggest-widget', 'pto.trowexpandmul');
  await see('.squiggly-error');
  await picture('editor-typing.png');
  await page.keyboard.press('Escape');
  await page.keyboard.type('xyz');
  await see('.squiggly-error');
  await page.locator('.view-line span span', { hasText: 'pto.trowexpandmxyz' }).first().hover({ force: true });
  await see('.monaco-hover', 'PTO1101');
  await page.keyboard.press('Control+Shift+K');
  await page.locator('.squiggly-error').waitFor({ state: 'detached', timeout: 60 * seconds });
}

async function report() {
  await lens('Report');
  await see('.tab', 'Report softmax');
  const view = page.frameLocator('iframe.webview').frameLocator('iframe');
  await view.locator('h1', { hasText: 'Cycles of kernel softmax' }).waitFor({ timeout: 60 * seconds });
  await page.keyboard.press('Control+W');
}

async function debug() {
  await open('vadd.pto');
  await goTo(35);
  await page.keyboard.press('F9');
  await see('.codicon-debug-breakpoint');
  await lens('Debug');
  await see('.debug-call-stack', 'vadd.pto');
  await see('.debug-top-stack-frame-line');
  await see('.debug-variables', '%N_i32');
  await page.keyboard.press('Escape');
  await picture('debugger.png');
  await page.locator('.debug-toolbar a[aria-label^="Step Back"]').click();
  await see('.debug-call-stack', '34:');
}

try {
  await answers();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
  page = await browser.newPage({ viewport: { width: 1080, height: 640 } });
  await page.goto(`http://127.0.0.1:${port}/?folder=${workspace}`);
  await see('.explorer-folders-view .monaco-list-row', 'vadd.pto');
  await texts();
  await report();
  await debug();
  console.log('editor: ok');
} catch (failure) {
  await page?.screenshot({ path: join(tmpdir(), 'ptoc-editor.png') });
  throw failure;
} finally {
  await browser?.close();
  server.kill();
  rmSync(directory, { recursive: true, force: true });
}
