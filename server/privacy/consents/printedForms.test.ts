import { expect } from 'vitest'
import { consentMessages } from '#contract/privacy/consentWords.ts'
import { FULL, giveConsent } from '../../testing/data/consents.ts'
import { addStudents } from '../../testing/data/students.ts'
import { cast } from '../../testing/data/users.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import type { TestApp } from '../../testing/testApp.ts'

const CALL = 'GET /api/consents?query=forms'
const contact = 'P.O. Box 412, Kisumu, 0700 000 412'
const notice = { version: '2026-01', en: 'What we record.', sw: 'Tunachorekodi.' }

const withoutContact = async (test: TestApp) => {
  await addStudents(test.db, [
    { name: 'Achieng Ouma', supporter_id: cast.supporter.id },
    { name: 'Brian Ochieng' },
    { name: 'Carol Wanjiru', status: 1 },
  ])
  await giveConsent(test, 2, FULL)
  await test.db.updateTable('users').set({ country: 'Germany' }).where('id', '=', cast.supporter.id).execute()
}
const given = async (test: TestApp) => {
  await withoutContact(test)
  await test.db.updateTable('consent_gate').set({ contact }).execute()
  await (await test.signIn(cast.director)).change('PUT', '/api/privacy/notice', notice)
}

scenariosWith(CALL, { as: 'liaison', call: CALL, given }, [
  {
    name: 'has no form without a contact',
    given: withoutContact,
    errors: { contact: [consentMessages.contactRequired] },
  },
  {
    name: 'has no form while the contact has no telephone',
    given: async (test) => {
      await given(test)
      await test.db.updateTable('consent_gate').set({ contact: 'P.O. Box 412, Kisumu' }).execute()
    },
    errors: { contact: [consentMessages.contactLacks({ telephone: true, address: false })] },
  },
  {
    name: 'says whom to contact, which notice was valid, and where the supporter lives',
    contains: {
      data: {
        contact,
        notice_version: '2026-01',
        students: [
          { name: 'Achieng Ouma', has_supporter: true, supporter_country: 'Germany', liaison: null },
          { name: 'Brian Ochieng', has_supporter: false, supporter_country: null },
        ],
      },
    },
  },
  {
    name: 'names the liaison officer to those who may see them',
    as: 'coordinator',
    call: `${CALL}&student=1`,
    contains: { data: { students: [{ ref: 'EL-0001', liaison: expect.stringMatching(/\w/) }] } },
  },
  {
    name: 'has only the students of a school who need action',
    call: `${CALL}&school=1&state=needs_action`,
    contains: { data: { students: [{ name: 'Achieng Ouma' }] } },
  },
  {
    name: 'has the form of a student who left',
    call: `${CALL}&student=3`,
    contains: { data: { students: [{ name: 'Carol Wanjiru' }] } },
  },
  { name: 'knows no other student', call: `${CALL}&student=99`, status: 404 },
])
