/** A server with the forms of the simulation as a process of its own, which tests kill and start again. */
import { buildServer } from '../../src/server/server.ts';
import { openServices } from '../../src/server/services.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { CHEAP } from '../support/server.ts';
import { labSources } from './labForms.ts';
import { furnish, readRevisions } from './labPeople.ts';

const services = await openServices({
  settings: readSettings(process.env),
  passwordCost: CHEAP,
  sources: labSources(true),
});
const first = await services.database.read.selectFrom('users').select('id').executeTakeFirst();
if (!first) console.log(`furnished ${JSON.stringify(await furnish(services))}`);
const app = await buildServer(services);
// Only one process can have the embedded database open, so the checks ask this one.
app.get<{ Querystring: { prefix: string } }>('/lab/revisions', ({ query }) => readRevisions(services, query.prefix));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
console.log('the server is ready on its port');
