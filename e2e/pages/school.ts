/** Creates a school and its visits for one journey, so that data of other journeys cannot disturb it. */
import { caller } from './api.ts';
import { ratings } from './words.ts';

/** Creates a school without history in the focal point's province. A name in Dari is used in every language. */
export async function newSchool(base: string, name: string, more: object = {}): Promise<string> {
  const call = await caller(base, 'admin');
  const { body: provinces } = await call('GET', 'provinces');
  const { id: province_id } = provinces.data.find((one: { name_en: string }) => one.name_en === 'Bamyan');
  const { body: districts } = await call('GET', `province/${province_id}/districts`);
  const { body: types } = await call('GET', 'master-tables/school-type');
  const { status, body } = await call('POST', 'schools', {
    name,
    type: types.data[0].id,
    province_id,
    district_id: districts.data[0].id,
    monitoring_status: 'on-going',
    ...more,
  });
  if (status >= 300) throw new Error(`no school was made: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

/** Stores complete visits of a school in the name of one user, one for each day. Returns their ids. */
export async function newVisits(base: string, user: string, school: string, days: string[]): Promise<string[]> {
  const call = await caller(base, user);
  const admin = await caller(base, 'admin');
  const first = async (path: string) => (await admin('GET', `${path}?per_page=1`)).body.data[0].id;
  const people = { cbms_local_monitor_id: await first('local-monitors'), received_by_id: await first('staff') };
  const rated = Object.fromEntries(ratings('school-rating').map((name) => [name, 'good']));
  const ids: string[] = [];
  for (const monitoring_date of days) {
    const answers = { cbms_school_id: school, monitoring_date, ...rated, ...people };
    const { status, body } = await call('POST', 'schools-rates/store', answers);
    if (status !== 200) throw new Error(`no visit was stored: ${status} ${JSON.stringify(body)}`);
    ids.push(body.id);
  }
  return ids;
}
