/** Says that there is no such command. */
import { didYouMean } from '../../core/check/issues/issue.ts';

/** Returns a sentence that names the command that was probably meant. `of` is the command that it belongs to, such as `forms`. */
export function unknownCommand(name: string, known: Iterable<string>, of = ''): string {
  const inFull = (command: string) => [of, command].filter(Boolean).join(' ');
  const near = didYouMean(name, known).meant;
  return `There is no command “${inFull(name)}”.${near === undefined ? '' : ` Did you mean “${inFull(near)}”?`}`;
}
