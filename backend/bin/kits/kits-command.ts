import { Command, Option } from 'commander';
import { acceptKit } from './accept-kit.ts';
import { addKit } from './add-kit.ts';
import { checkKit } from './check-kit.ts';
import { type KitParts, withKitParts } from './kit-parts.ts';
import { listKits } from './list-kits.ts';
import { newKit } from './new-kit.ts';
import { printProblems } from './print.ts';
import { removeKit } from './remove-kit.ts';
import { testKit } from './test-kit.ts';

type Options = { data?: string; yes?: boolean; runtime?: string };

/** `npm start -- kits ...` */
export function kitsCommand(data: () => Option): Command {
  const kits = new Command('kits').description('kits: tools that run in containers');
  const run = async (command: Command, work: (parts: KitParts) => Promise<number>): Promise<void> => {
    try {
      process.exitCode = await withKitParts(command.optsWithGlobals<Options>().data, work);
    } catch (error) {
      printProblems(error);
      process.exitCode = 1;
    }
  };
  const yes = () => new Option('--yes', 'ask nothing (for scripts)');
  kits
    .command('list')
    .description('what is installed')
    .addOption(data())
    .action((_options: Options, command: Command) => run(command, listKits));
  kits
    .command('add')
    .description('install a kit; shows what it may do, and asks')
    .argument('<source>', 'folder, tar archive, or Git URL (https, ssh, file; #branch-or-tag:folder)')
    .addOption(data())
    .addOption(yes())
    .action((source: string, options: Options, command: Command) =>
      run(command, (parts) => addKit(source, options.yes === true, parts)),
    );
  kits
    .command('remove')
    .description('remove an installed kit')
    .argument('<kit>', 'id, or id@version')
    .addOption(data())
    .addOption(yes())
    .action((kit: string, options: Options, command: Command) =>
      run(command, (parts) => removeKit(kit, options.yes === true, parts)),
    );
  kits
    .command('accept')
    .description('accept an installed kit whose files were changed; shows the difference, and asks')
    .argument('<kit>', 'id, or id@version')
    .addOption(data())
    .addOption(yes())
    .action((kit: string, options: Options, command: Command) =>
      run(command, (parts) => acceptKit(kit, options.yes === true, parts)),
    );
  kits
    .command('check')
    .description('say what is wrong with a kit, or what its tools look like to a model')
    .argument('<kit>', 'a folder, or the id of an installed kit')
    .addOption(data())
    .action((kit: string, _options: Options, command: Command) => run(command, (parts) => checkKit(kit, parts)));
  kits
    .command('test')
    .description('run the sample calls of a kit in containers')
    .argument('<kit>', 'a folder, or the id of an installed kit')
    .addOption(data())
    .action((kit: string, _options: Options, command: Command) => run(command, (parts) => testKit(kit, parts)));
  kits
    .command('new')
    .description('make a kit to start from, in a folder of this name')
    .argument('<name>', 'id of the kit, or a path that ends in it')
    .addOption(new Option('--runtime <name>', 'language of its tools').choices(['node', 'python']).default('node'))
    .action(async (name: string, options: Options) => {
      process.exitCode = await newKit(name, options.runtime === 'python' ? 'python' : 'node');
    });
  return kits;
}
