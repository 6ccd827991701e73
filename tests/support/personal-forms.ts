/** Forms for the tests of personal data. */
import type { FormSource } from '../../src/core/definitions/types.ts';

export const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });
const string = { type: 'string', maxLength: 200 };

/** People, with answers of every kind that identifies a person. */
export const MEMBER: FormSource = {
  definition: {
    form: 'test-member',
    version: 1,
    kind: 'person',
    programme: 'people',
    title: words('Member'),
    plural: words('Members'),
    code: { pattern: 'TM_{seq}' },
    name: ['first_name', 'last_name'],
    paths: { list: '/test-members', record: '/test-members/:id' },
    api: { base: 'test-members' },
    workflow: 'register',
    sections: [
      {
        id: 'all',
        title: words('All'),
        fields: ['first_name', 'last_name', 'full_name', 'tazkira', 'phone', 'born', 'gender', 'portrait', 'relatives'],
      },
    ],
    fields: {
      first_name: { id: 'q_tm_first', type: 'text', label: words('First name') },
      last_name: { id: 'q_tm_last', type: 'text', label: words('Last name') },
      full_name: {
        id: 'q_tm_full',
        type: 'derived',
        label: words('Full name'),
        derived: { concat: ['first_name', 'last_name'] },
      },
      tazkira: { id: 'q_tm_tazkira', type: 'text', label: words('Tazkira') },
      phone: { id: 'q_tm_phone', type: 'phone', label: words('Phone') },
      born: { id: 'q_tm_born', type: 'date', label: words('Born') },
      gender: {
        id: 'q_tm_gender',
        type: 'choice',
        label: words('Gender'),
        options: [
          { value: 'female', label: words('Female') },
          { value: 'male', label: words('Male') },
        ],
      },
      portrait: { id: 'q_tm_portrait', type: 'file', label: words('Portrait') },
      relatives: {
        id: 'q_tm_relatives',
        type: 'table',
        label: words('Relatives'),
        columns: {
          called: { id: 'q_tm_called', type: 'text', label: words('Name') },
          children: { id: 'q_tm_children', type: 'integer', label: words('Children') },
        },
      },
    },
    list: { columns: ['name', 'phone'], filters: ['gender'], search: ['name', 'phone'] },
    changes: { from: 0, note: words('First') },
  },
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      first_name: string,
      last_name: string,
      full_name: string,
      tazkira: string,
      phone: string,
      born: string,
      gender: { enum: ['female', 'male'] },
      portrait: { type: 'array', maxItems: 3, items: { type: 'string' } },
      relatives: {
        type: 'array',
        maxItems: 9,
        items: {
          type: 'object',
          additionalProperties: false,
          properties: { called: string, children: { type: 'integer' } },
        },
      },
    },
  },
};

/** A record with restricted answers that name people, also in a table and in its own name. */
export const GRIEVANCE: FormSource = {
  definition: {
    form: 'test-grievance',
    version: 1,
    kind: 'record',
    programme: 'people',
    title: words('Grievance'),
    plural: words('Grievances'),
    code: { pattern: 'TG_{seq}' },
    name: ['subject', 'helper'],
    paths: { list: '/test-grievances', record: '/test-grievances/:id' },
    api: { base: 'test-grievances' },
    workflow: 'register',
    sections: [{ id: 'all', title: words('All'), fields: ['subject', 'teller', 'helper', 'witnesses'] }],
    fields: {
      subject: { id: 'q_tg_subject', type: 'text', label: words('Subject') },
      teller: { id: 'q_tg_teller', type: 'text', label: words('Who told it'), restricted: true },
      helper: { id: 'q_tg_helper', type: 'person', label: words('Who helps'), person: { forms: ['test-member'] } },
      witnesses: {
        type: 'table',
        id: 'q_tg_witnesses',
        label: words('Witnesses'),
        columns: {
          member: { id: 'q_tg_member', type: 'person', label: words('Member'), person: { forms: ['test-member'] } },
          number: { id: 'q_tg_number', type: 'phone', label: words('Number'), restricted: true },
        },
      },
    },
    list: { columns: ['subject', 'helper'], filters: ['helper'], search: ['subject'] },
    changes: { from: 0, note: words('First') },
  },
  schema: {
    type: 'object',
    required: ['subject'],
    additionalProperties: false,
    properties: {
      subject: string,
      teller: string,
      helper: { type: 'string' },
      witnesses: {
        type: 'array',
        maxItems: 9,
        items: { type: 'object', additionalProperties: false, properties: { member: string, number: string } },
      },
    },
  },
};

export const TAZKIRA = '1399-0101-55512';
/** Answers of one member */
export const MEMBERS = {
  first_name: 'زرغونه',
  last_name: 'امیری',
  tazkira: TAZKIRA,
  phone: '+93799123456',
  born: '1990-02-03',
  gender: 'female',
  relatives: [{ called: 'Palwasha Amiri', children: 3 }],
};
