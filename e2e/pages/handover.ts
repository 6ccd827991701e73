/** A small form with features that are rare in shipped forms: rows, several people, a unique value, photos. */
import type { FormSource } from '../../src/core/definitions/types.ts';

const TITLE = { en: 'Handover', fa: 'تسلیمی', ps: 'سپارنه' };

export const HANDOVER = {
  definition: {
    form: 'handover',
    version: 1,
    kind: 'record',
    programme: 'schools',
    title: TITLE,
    plural: { en: 'Handovers', fa: 'تسلیمی‌ها', ps: 'سپارنې' },
    place: 'place',
    code: { pattern: 'HAND_{seq}' },
    paths: { list: '/handovers', record: '/handovers/:id', create: ['/handovers/create'] },
    api: { base: 'handovers' },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: TITLE, fields: ['place', 'receipt', 'receivers', 'items', 'photos'] }],
    fields: {
      place: {
        id: 'q_handover_place',
        type: 'place',
        label: { en: 'Place', fa: 'محل', ps: 'ځای' },
        bind: { province: 'province_id', district: 'district_id' },
      },
      receipt: {
        id: 'q_handover_receipt',
        type: 'code',
        unique: true,
        label: { en: 'Number of the receipt', fa: 'شماره رسید', ps: 'د رسید شمېره' },
      },
      receivers: {
        id: 'q_handover_receivers',
        type: 'person',
        label: { en: 'Who received it', fa: 'گیرندگان', ps: 'اخیستونکي' },
        person: { forms: ['local-monitor'], multiple: true },
      },
      items: {
        id: 'q_handover_items',
        type: 'table',
        label: { en: 'Things', fa: 'وسایل', ps: 'شیان' },
        columns: {
          thing: { id: 'q_handover_thing', type: 'text', label: { en: 'Thing', fa: 'وسیله', ps: 'شی' } },
          pieces: { id: 'q_handover_pieces', type: 'integer', label: { en: 'Pieces', fa: 'تعداد', ps: 'شمېر' } },
        },
      },
      photos: { id: 'q_handover_photos', type: 'image', label: { en: 'Photos', fa: 'عکس‌ها', ps: 'عکسونه' } },
    },
    list: { columns: ['index', 'status', 'code', 'receipt'] },
    changes: { from: 0, note: TITLE },
  },
  schema: {
    type: 'object',
    required: ['province_id', 'receipt', 'items'],
    additionalProperties: false,
    properties: {
      province_id: { type: 'string' },
      district_id: { type: 'string' },
      receipt: { type: 'string', minLength: 1, maxLength: 40 },
      receivers: { type: 'array', items: { type: 'string' }, maxItems: 10, uniqueItems: true },
      items: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          required: ['thing'],
          additionalProperties: false,
          properties: {
            thing: { type: 'string', minLength: 1 },
            pieces: { type: 'integer', minimum: 1, maximum: 1000 },
          },
        },
      },
      photos: { type: 'array', items: { type: 'string' }, maxItems: 4 },
    },
  },
} as unknown as FormSource;
