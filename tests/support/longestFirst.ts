/**
 * Starts the longest files of a project first, so that no worker ends with one of them alone. A clean checkout knows no times, and
 * vitest would go by the size of the files: `http-contract.test.ts` is short and takes longest but one. `tests/longest.json` has the
 * seconds of those over 5, as the run prints them at its end.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestSequencer, TestSpecification } from 'vitest/node';

const ROOT = new URL('../..', import.meta.url).pathname;
const SECONDS = new Map<string, number>(
  Object.entries(JSON.parse(readFileSync(new URL('../longest.json', import.meta.url), 'utf8'))),
);

export class LongestFirst implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  /** Projects run one after the other. */
  sort(files: TestSpecification[]): TestSpecification[] {
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const seconds = ({ moduleId }: TestSpecification) => SECONDS.get(relative(ROOT, moduleId)) ?? 0;
    return [...files].sort(
      (a, b) => group(a) - group(b) || a.project.name.localeCompare(b.project.name) || seconds(b) - seconds(a),
    );
  }
}
