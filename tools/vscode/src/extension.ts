import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

/** The ptoc command of the settings. */
function command(): string {
  return vscode.workspace.getConfiguration('ptoc').get<string>('path', 'ptoc');
}

async function start(): Promise<void> {
  const server: ServerOptions = { command: command(), args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: 'pto' }],
    synchronize: { configurationSection: 'ptoc' },
    initializationOptions: {
      profile: vscode.workspace.getConfiguration('ptoc').get<string>('profile', 'a5'),
    },
    middleware: {
      provideCodeLenses: async (document, token, next) => withDebug((await next(document, token)) ?? []),
      executeCommand: (name, args, next) => (name === 'ptoc.report' ? report(args, next) : next(name, args)),
    },
  };
  client = new LanguageClient('ptoc', 'PTO', server, options);
  await client.start();
}

async function restart(): Promise<void> {
  await client?.stop();
  await start();
}

/** A lens that debugs beside each one that runs. */
function withDebug(lenses: vscode.CodeLens[]): vscode.CodeLens[] {
  return lenses.flatMap((lens) =>
    lens.command?.command === 'ptoc.run'
      ? [lens, new vscode.CodeLens(lens.range, { ...lens.command, title: 'Debug', command: 'ptoc.debug' })]
      : [lens],
  );
}

/** The debugger on a kernel; without one on the open file. */
function configuration(uri?: string, kernel?: string): vscode.DebugConfiguration {
  const program = uri === undefined ? '${file}' : vscode.Uri.parse(uri).fsPath;
  const args = ['--args', 'auto', ...(kernel === undefined ? [] : ['--kernel', kernel])];
  return { type: 'pto', request: 'launch', name: kernel ?? 'Kernel', program, args };
}

/** Shows the page that the server writes about a run, in a view of its own beside the text. */
async function report(
  args: unknown[],
  next: (command: string, args: unknown[]) => unknown,
): Promise<unknown> {
  const directory = await mkdtemp(join(tmpdir(), 'ptoc-'));
  try {
    const page = join(directory, 'report.html');
    const printed = await next('ptoc.report', [...args.slice(0, 2), page]);
    const html = await readFile(page, 'utf8').catch(() => undefined);
    if (html !== undefined) {
      const options = { enableScripts: true, retainContextWhenHidden: true };
      const title = `Report ${String(args[1] ?? '')}`;
      vscode.window.createWebviewPanel('ptoc.report', title, vscode.ViewColumn.Beside, options).webview.html = html;
    }
    return printed;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Tasks on the open file, whose messages become problems. */
class Tasks implements vscode.TaskProvider {
  provideTasks(): vscode.Task[] {
    return [
      task({ type: 'ptoc', command: 'check', args: ['${file}'] }, 'check the open file'),
      task({ type: 'ptoc', command: 'run', args: ['${file}', '--args', 'auto', '--check'] }, 'run the open file'),
    ];
  }

  resolveTask(given: vscode.Task): vscode.Task {
    return task(given.definition, given.name);
  }
}

function task(definition: vscode.TaskDefinition, name: string): vscode.Task {
  const args = [String(definition.command), ...((definition.args as string[] | undefined) ?? [])];
  const run = new vscode.ProcessExecution(command(), args);
  return new vscode.Task(definition, vscode.TaskScope.Workspace, name, 'ptoc', run, '$ptoc');
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('ptoc.restart', restart),
    vscode.commands.registerCommand('ptoc.debug', (uri?: string, kernel?: string) =>
      vscode.debug.startDebugging(undefined, configuration(uri, kernel))),
    vscode.debug.registerDebugConfigurationProvider('pto', {
      resolveDebugConfiguration: (_, given) => (given.type ? given : configuration()),
    }),
    vscode.tasks.registerTaskProvider('ptoc', new Tasks()),
    vscode.debug.registerDebugAdapterDescriptorFactory('pto', {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(command(), ['debug', '--dap']),
    }),
    vscode.workspace.onDidChangeConfiguration((change) =>
      change.affectsConfiguration('ptoc.path') ? restart() : undefined),
  );
  await start();
}

export function deactivate(): Promise<void> | undefined {
  return client?.stop();
}
