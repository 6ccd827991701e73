/**
 * Puts slips into a copy of the project, one after the other, and runs the tests that should notice them. A process of its own,
 * because a slip may make a loop that never ends. Vitest stays open for all of them, so that a slip costs little more than its tests.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { type Slip, withSlip } from './slip.ts';

export interface Work {
  /** Folder of the copy. */
  copy: string;
  slips: Slip[];
}

/** What is reported: that a slip begins, and how it ended. */
export type Progress = { is: 'begun'; at: number } | ({ is: 'ended'; at: number } & Outcome);

export interface Outcome {
  /** Name of the first test that failed with the slip. */
  by?: string | undefined;
  /** What failed before the slip was put in, or beside the tests, so that nothing can be said of it. */
  broken?: string | undefined;
}

const report = (progress: Progress) => process.send?.(progress);

async function run({ copy, slips }: Work): Promise<void> {
  const config = join(copy, 'tests/mutants/vitest.config.ts');
  const vitest = await createVitest('test', { root: copy, config, watch: false, reporters: [{}] });
  const all = await vitest.globTestSpecifications();
  const specsOf = (tests: readonly string[]): TestSpecification[] =>
    all.filter(({ moduleId }) => tests.some((test) => moduleId === join(copy, test)));
  const runTests = async (tests: readonly string[]) => {
    const specs = specsOf(tests);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs);
    // Modules of earlier runs are among them.
    const run = testModules.filter(({ moduleId }) => specs.some((spec) => spec.moduleId === moduleId));
    // Errors beside the tests are of the machine, such as a worker that did not start.
    return { failed: run.flatMap(failuresOf), besides: unhandledErrors.map((error) => inspect(error).slice(0, 300)) };
  };

  /** The tests that pass without a slip. */
  const clean = new Set<string>();
  const put = (file: string, text: string) => {
    writeFileSync(join(copy, file), text);
    vitest.invalidateFile(join(copy, file));
  };
  for (const [at, slip] of slips.entries()) {
    const fresh = slip.tests.filter((test) => !clean.has(test));
    const before = fresh.length > 0 ? await runTests(fresh) : { failed: [], besides: [] };
    const [broken] = [...before.failed, ...before.besides];
    if (broken !== undefined) {
      report({ is: 'ended', at, broken });
      continue;
    }
    for (const test of fresh) clean.add(test);
    report({ is: 'begun', at });
    put(slip.file, withSlip(slip));
    const { failed, besides } = await runTests(slip.tests);
    put(slip.file, withSlip({ ...slip, becomes: slip.text }));
    report({ is: 'ended', at, by: failed[0], broken: failed.length === 0 ? besides[0] : undefined });
  }
  await vitest.close();
}

/** Returns what failed and why: tests, or a hook of theirs, or the whole file. */
function failuresOf(module: TestModule): string[] {
  if (module.ok()) return [];
  const inWords = (name: string, errors: readonly { message: string }[] = []) =>
    `${module.relativeModuleId}: ${name} (${errors[0]?.message.split('\n')[0]?.slice(0, 120)})`;
  const tests = [...module.children.allTests('failed')].map((test) => inWords(test.fullName, test.result().errors));
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const failed = [...tests, ...suites.map((suite) => inWords(suite.fullName, suite.errors()))];
  return failed.length > 0 ? failed : [inWords('the file', module.errors())];
}

// Nobody listens any more: neither it nor its workers go on.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.once('message', (work: Work) => {
  run(work).then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
