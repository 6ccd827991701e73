// biome-ignore lint/style/noRestrictedImports: every test has it from here
import fc from 'fast-check';

// The everyday run tries the same examples each time: a rare one would fail for whoever comes by, and not for who broke it. The
// whole matrix draws new ones each time, and prints the seed of one that fails.
if (process.env.AMANAT_FULL !== '1') fc.configureGlobal({ seed: 20 });

export default fc;
