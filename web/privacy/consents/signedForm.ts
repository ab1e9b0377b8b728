import { purposes } from '#contract/privacy/consentStates.ts'
import type { Consent } from '#contract/privacy/consents.ts'

/** For tests: a mother's Yes to every purpose, on a signed form. */
export const signedForm: Consent = {
  id: 1,
  given_by: 'mother',
  name: 'Beatrice Ouma',
  how: 'signed',
  witness: null,
  notice_version: null,
  explained_by: null,
  place: null,
  given_on: '2026-01-14',
  until: '2030-05-07',
  answers: Object.fromEntries(purposes.map((purpose) => [purpose, 'yes'] as const)),
  child_answers: null,
  form: null,
  recorded_by: 'Brian Ochieng',
  recorded_at: '2026-01-15T08:00:00.000Z',
  void: null,
}
