/** A school of a journey's own: what other journeys leave at a school of the demonstration does not stand in its way. */
import { caller } from './api.ts';

/** A school of the focal point's province without a history; a name in Dari is a name in every language. */
export async function newSchool(base: string, name: string): Promise<string> {
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
  });
  if (status >= 300) throw new Error(`no school was made: ${status} ${JSON.stringify(body)}`);
  return body.id;
}
