/** Start data for the HTTP suites: a school, its people, a monitoring and a survey, made over HTTP. */
import type { TestServer } from '../support/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of every call, read by the checks
export type Json = any;

export interface Stage {
  province: string;
  district: string;
  school: string;
  monitor: string;
  staff: string;
  rating: string;
  survey: string;
}

/** Returns the answers of a valid school in Bamyan. */
export function schoolAnswers(stage: Pick<Stage, 'province' | 'district'>, name: string): Json {
  return {
    name,
    type: 'mixed',
    level: 'primary',
    province_id: stage.province,
    district_id: stage.district,
    monitoring_status: 'on-going',
    monitoring_start_date: '2026-03-21',
  };
}

export function ratingAnswers(stage: Pick<Stage, 'school' | 'monitor' | 'staff'>, day = '2026-05-01'): Json {
  return {
    cbms_school_id: stage.school,
    monitoring_date: day,
    cbms_local_monitor_id: stage.monitor,
    received_by_id: stage.staff,
    ...VISIT_RATINGS,
  };
}

/** Good but for one. */
export const VISIT_RATINGS: Json = Object.fromEntries(
  [
    'security',
    'cleanliness',
    'water',
    'toilets',
    'classrooms',
    'laboratory',
    'admin_staff',
    'assembly_daily_session',
    'students_present',
    'students_absent',
    'teachers_present',
    'teachers_absent',
    'lesson_plans',
    'materials',
    'log_books_textbooks',
    'school_council_meetings',
  ].map((name) => [name, name === 'cleanliness' ? 'fair' : 'good']),
);

export async function prepareStage(server: TestServer): Promise<Stage> {
  const admin = server.person('admin');
  const focal = server.person('focal.bamyan');
  const places = [...server.services.registry.places().values()];
  const province = places.find((place) => place.level === 'province' && place.name_en === 'Bamyan')?.id as string;
  const district = places.find((place) => place.level === 'district' && place.parent_id === province)?.id as string;
  const monitor = (
    await admin.must('POST', 'local-monitors', {
      first_name: 'Monitor',
      last_name: 'One',
      province_id: province,
      district_id: district,
      phone: '0700000001',
    })
  ).id;
  const staff = (
    await admin.must('POST', 'staff', {
      first_name: 'Staff',
      last_name: 'One',
      role: 'focal-point',
      province_id: province,
    })
  ).id;
  const school = (await focal.must('POST', 'schools/store', schoolAnswers({ province, district }, 'مکتب نمونهٔ بامیان')))
    .id;
  const partial = { province, district, school, monitor, staff };
  const rating = (await focal.must('POST', 'schools-rates/store', ratingAnswers(partial))).id;
  const survey = (await focal.must('POST', 'schools-surveys/store', surveyAnswers(partial))).id;
  return { ...partial, rating, survey };
}

export function surveyAnswers(stage: Pick<Stage, 'school' | 'monitor' | 'province' | 'district'>): Json {
  return {
    cbms_school_id: stage.school,
    type: 'baseline',
    filling_date: '2026-04-02',
    local_monitor_id: stage.monitor,
    gender: 'female',
    age: 34,
    information: 'enough',
    teaching_quality: 'good',
    teachers_conduct: 'good',
    facilities: 'fair',
    council_active: 'yes',
    complaint_answered: 'dontknow',
    money_asked: 'no',
  };
}
