/** Fills an empty store with the test people and prints how to write to it. Argument: the writer's user name. */
import { openServices } from '../../src/server/services.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { addPeople } from './server.ts';

const services = await openServices({ settings: readSettings(process.env) });
const ids = await addPeople(services);
const token = await services.accounts.sessions.open(ids[process.argv[2] as string] as string, 'tests');
const places = [...services.registry.places().values()];
const province = places.find(({ level, name_en }) => level === 'province' && name_en === 'Bamyan')?.id;
const district = places.find(({ parent_id }) => parent_id === province)?.id;
await services.idle();
await services.close();
console.log(JSON.stringify({ token, province, district }));
