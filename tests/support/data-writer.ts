/** A process that writes until it is killed and prints what was acknowledged. Its argument is the configuration. */
import { openDatabase } from '../../src/server/db/open.ts';
import { CHIEF, openWorld } from './data-world.ts';

const { config, round } = JSON.parse(process.argv[2] as string) as {
  config: { dataDir: string; databaseUrl?: string };
  round: number;
};
const say = (words: string) => process.stdout.write(`${words}\n`);

const database = await openDatabase(config);
const world = await openWorld(database);
const site = await world.site(`Round ${round}`);
say('ready');

async function writer(lane: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const made = await world.records.create(
      world.form('visit'),
      { visit_date: '2026-05-20', boys: n, problems: [{ problem_type_id: '1', problem_details: `lane ${lane}` }] },
      { parent_id: site },
      { actor: CHIEF, operation: `round ${round} lane ${lane} write ${n}` },
    );
    say(`${made.record.id} 1`);
    const data = { ...made.record.data, girls: 1 };
    await world.update(world.form('visit'), made.record.id, data, 1, { actor: CHIEF });
    say(`${made.record.id} 2`);
  }
}

await Promise.all([1, 2, 3, 4, 5, 6].map(writer));
