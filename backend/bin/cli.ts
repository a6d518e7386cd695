import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { runDoctor } from '../doctor/doctor.ts';
import { kitsCommand } from './kits/kits-command.ts';
import { printProblem } from './print-problem.ts';
import { runDemo } from './run-demo.ts';
import { runMcp } from './run-mcp.ts';
import { runPair } from './run-pair.ts';
import { runStart } from './run-start.ts';

type Options = {
  port?: number;
  data?: string;
  browser?: 'chromium' | 'firefox' | false;
  demo?: boolean;
  headless?: boolean;
};

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}

const { version }: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const data = () =>
  new Option('--data <dir>', 'folder for everything that Pagehand keeps (default: ~/.pagehand)').env('PAGEHAND_DATA');

const program = new Command('pagehand')
  .description('Starts the backend, and a browser with the extension in it, already paired.')
  .version(version)
  .configureHelp({ commandUsage: () => 'npm start -- [command] [options]' })
  .addOption(new Option('--port <number>', 'port on 127.0.0.1 (default: 4517)').argParser(portNumber))
  .addOption(data())
  .addOption(new Option('--browser <name>', 'which browser to open').choices(['chromium', 'firefox']))
  .option('--no-browser', 'open no browser')
  .option('--demo', 'show the main job on pages of its own, then end')
  .option('--headless', 'with --demo: without a window')
  .allowExcessArguments()
  .action(async (options: Options, command: Command) => {
    const [unknown] = command.args;
    if (unknown !== undefined)
      command.error(`error: unknown command '${unknown}': there are doctor, pair, mcp and kits`);
    process.exitCode = options.demo === true ? await runDemo(options) : await runStart(options);
  });

program
  .command('doctor')
  .description('say what is missing, and how to get it')
  .action(async () => {
    process.exitCode = await runDoctor();
  });

program
  .command('pair')
  .description('print a new code that pairs one more browser with the running backend')
  .addOption(data())
  .action(async (_options: unknown, command: Command) => {
    process.exitCode = await runPair(command.optsWithGlobals<Options>());
  });

program.addCommand(kitsCommand(data));

program
  .command('mcp')
  .description(
    'MCP over stdio: lets another agent use the browser through the running backend; the panel asks you first',
  )
  .addOption(data())
  .action(async (_options: unknown, command: Command) => {
    process.exitCode = await runMcp(command.optsWithGlobals<Options>());
  });

try {
  await program.parseAsync();
} catch (error) {
  printProblem(error);
  process.exitCode = 1;
}
