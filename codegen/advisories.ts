/**
 * `npm run advisories`: asks the registry, through npm, what is known against the packages that the product is made of: what `src`
 * imports and what those packages need, in whichever list of package.json they stand, since the bundles hold most of them. Ends
 * with 1 if something of high severity is. A registry that does not answer is told in one line and stops nothing.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { getOwn } from '../src/core/json.ts';

interface Lock {
  packages: Record<
    string,
    Partial<Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>>
  >;
}

interface Vulnerability {
  name: string;
  severity: string;
  nodes: string[];
}

const BAD: readonly string[] = ['high', 'critical'];
/** Imports that are still there when it runs: not those of types. */
const IMPORTED =
  /(?:^|\n)\s*(?:import(?!\s+type\b)[^'";]*|export[^'";=]*from\s*|[^\n]*\bimport\()['"]((?:@[\w.-]+\/)?[\w][\w.-]*)/g;

/** Returns the places in node_modules of what `src` imports, and of what that needs. */
function bundled({ packages }: Lock): Set<string> {
  const found = new Set<string>();
  const add = (name: string, from: string): void => {
    // As Node does: beside the package that needs it, then further up.
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const place = `${folder && `${folder}/`}node_modules/${name}`;
      const entry = getOwn(packages, place);
      if (entry && !found.has(place)) {
        found.add(place);
        const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
        for (const other of Object.keys(needed)) add(other, place);
      }
      if (entry || folder === '') return;
      if (!folder.includes('/node_modules/')) folder = '';
    }
  };
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(tsx?|css)$/.test(file));
  for (const file of files)
    for (const [, name] of readFileSync(`src/${file}`, 'utf8').matchAll(IMPORTED)) if (name) add(name, '');
  return found;
}

function main(): void {
  const places = bundled(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock);
  const options = ['--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  const { stdout } = spawnSync('npm', ['audit', ...options], { encoding: 'utf8', timeout: 60_000 });
  const answer = parsed(stdout);
  if (!answer?.vulnerabilities) {
    console.log(
      `The registry does not say what is known against packages${answer?.message ? ` (${answer.message})` : ''}: not checked.`,
    );
    return;
  }
  const ours = Object.values(answer.vulnerabilities).filter(({ nodes }) => nodes.some((node) => places.has(node)));
  const bad = ours.filter(({ severity }) => BAD.includes(severity));
  for (const { name, severity } of ours) console.log(`${name}: ${severity} (npm audit says more)`);
  console.log(
    `${places.size} packages that the product is made of: ${ours.length} with advisories, ${bad.length} of high severity.`,
  );
  if (bad.length > 0) process.exitCode = 1;
}

function parsed(text: string): { vulnerabilities?: Record<string, Vulnerability>; message?: string } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

main();
