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
  };
  client = new LanguageClient('ptoc', 'PTO', server, options);
  await client.start();
}

async function restart(): Promise<void> {
  await client?.stop();
  await start();
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
