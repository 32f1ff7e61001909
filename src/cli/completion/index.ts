/**
 * `mds completion bash`: prints the script that completes the command line in a shell, generated from the table of
 * commands.
 */
import { type Command, UsageError } from '../command.ts';
import { typed } from '../typed.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';

const scripts: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashScript,
  // zsh can use the bash script once `bashcompinit` is loaded.
  zsh: (commands) =>
    `(( $+functions[compdef] )) || { autoload -U compinit && compinit }\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`,
  fish: fishScript,
};
const shells = Object.keys(scripts);

/** The table it is made from holds this command, too. */
export function completionOf(commands: () => Promise<readonly Command[]>): Command {
  return {
    words: 'completion',
    summary: `Print what makes a shell complete these commands, as in: source <(${typed('completion bash')})`,
    options: {},
    rest: shells,
    async run(_given, { rest }) {
      const script = scripts[rest[0] ?? ''];
      if (script === undefined) {
        throw new UsageError(`Name the shell: ${shells.map((shell) => typed(`completion ${shell}`)).join(', ')}`);
      }
      return script(await commands());
    },
    show: (script: string) => script.trimEnd(),
  };
}
