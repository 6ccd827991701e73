/**
 * Puts slips into a copy of the project, one after the other, and runs the tests that should notice them. A process of its own,
 * because a slip may make a loop that never ends. Vitest stays open for all of them, so that a slip costs little more than its tests.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { type Slip, withSlip } from './slip.ts';

export interface Work {
  /** Folder of the copy. */
  copy: string;
  slips: Slip[];
  /** Whether to run all tests without a slip first. */
  isFirst: boolean;
}

/** What is reported: that a slip begins, and how it ended. */
export type Progress =
  | { is: 'tests'; failed: string[] }
  | { is: 'begun'; at: number }
  /** `by` is the name of the first test that failed, undefined if none did. */
  | { is: 'ended'; at: number; by: string | undefined };

const report = (progress: Progress) => process.send?.(progress);

async function run({ copy, slips, isFirst }: Work): Promise<void> {
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
    return [...run.flatMap(failuresOf), ...unhandledErrors.map(String)];
  };

  if (isFirst) {
    vitest.config.bail = 0;
    report({ is: 'tests', failed: await runTests([...new Set(slips.flatMap(({ tests }) => tests))]) });
    vitest.config.bail = 1;
  }
  const put = (file: string, text: string) => {
    writeFileSync(join(copy, file), text);
    vitest.invalidateFile(join(copy, file));
  };
  for (const [at, slip] of slips.entries()) {
    report({ is: 'begun', at });
    put(slip.file, withSlip(slip));
    const [by] = await runTests(slip.tests);
    put(slip.file, withSlip({ ...slip, becomes: slip.text }));
    report({ is: 'ended', at, by });
  }
  await vitest.close();
}

/** Returns the names of failed tests and why they failed, or the error of a file that could not be run. */
function failuresOf(module: TestModule): string[] {
  if (module.ok()) return [];
  const failed = [...module.children.allTests('failed')].map((test) => {
    const [error] = test.result().errors ?? [];
    return `${test.fullName} (${error?.message.split('\n')[0]?.slice(0, 120)})`;
  });
  return failed.length > 0 ? failed : [module.errors()[0]?.message ?? 'a hook failed'];
}

process.once('message', (work: Work) => {
  run(work).then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
