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
}

/** What is reported: that a slip begins, and how it ended. */
export type Progress = { is: 'begun'; at: number } | ({ is: 'ended'; at: number } & Outcome);

export interface Outcome {
  /** Name of the first test that failed with the slip. */
  by?: string | undefined;
  /** Name of a test that failed before the slip was put in, so that nothing can be said of it. */
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
    return [...run.flatMap(failuresOf), ...unhandledErrors.map(String)];
  };

  /** The tests that pass without a slip. */
  const clean = new Set<string>();
  const put = (file: string, text: string) => {
    writeFileSync(join(copy, file), text);
    vitest.invalidateFile(join(copy, file));
  };
  for (const [at, slip] of slips.entries()) {
    const fresh = slip.tests.filter((test) => !clean.has(test));
    const [broken] = fresh.length > 0 ? await runTests(fresh) : [];
    if (broken !== undefined) {
      report({ is: 'ended', at, broken });
      continue;
    }
    for (const test of fresh) clean.add(test);
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
    return `${module.relativeModuleId}: ${test.fullName} (${error?.message.split('\n')[0]?.slice(0, 120)})`;
  });
  return failed.length > 0 ? failed : [`${module.relativeModuleId}: ${module.errors()[0]?.message ?? 'a hook failed'}`];
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
