import { busFare } from './data/receipts.ts'
import { filledReportCard, typedMarks } from './data/reportCards.ts'
import { filledForm } from './data/students.ts'

const { student_id, year_id, term_id, class_id } = filledReportCard
const report = { ...filledReportCard, marks: typedMarks.map((mark) => Object.assign({ id: '1' }, mark)) }
const receipt = {
  student_id,
  year_id,
  term_id,
  class_id,
  liaison_comment: 'Paid.',
  items: [{ ...busFare, id: '1' }],
  payment_lines: ['1'],
}
const promise = {
  supporter_id: '5',
  source: 'Machakos County bursary',
  amount: '6000',
  pays_school: 'true',
  from_year_id: '1',
  from_term_id: '1',
  until_year_id: '1',
  until_term_id: '3',
  note: 'Every year',
}
const person = {
  first_name: 'Zawadi',
  last_name: 'Achieng',
  email: 'z@elimu.test',
  phone: '0722 123 456',
  country: 'Kenya',
}
const user = { ...person, role_id: '4' }
const exam = { entry_exam: 'KJSEA', assessment_no: 'A001847320', pathway: 'STEM' }
const assertion = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', userHandle: 'a' },
}
const attestation = {
  ...assertion,
  response: { clientDataJSON: 'a', attestationObject: 'a', transports: ['internal'] },
}
const breach = {
  what: 'A laptop was lost.',
  data: 'Report cards',
  noticed_by: 'Brian Ochieng',
  happened_on: '2026-03-01',
  known_on: '2026-03-01',
  known_time: '08:30',
  done: 'The password was changed.',
  commissioner_on: '2026-03-02',
  families_on: '2026-03-02',
  reason: 'The laptop was encrypted.',
  student_ids: ['1'],
  is_closed: true,
}
const remark = { remark: 'Page 2 is missing.', version: '1' }

/** Every call that takes a body, with a valid body that contains every field. */
export const filledBodies: Record<string, Record<string, unknown>> = {
  'POST /api/login': { email: 'amina@elimu.test', password: 'x' },
  'POST /api/login/second-step': { kind: 'totp', code: 'ABCD-EFGH', assertion, remember: true },
  'POST /api/login/passkey': { assertion },
  'POST /api/account/second-steps': { kind: 'totp', name: 'Phone' },
  'POST /api/account/second-steps/1/confirm': { code: 'ABCD-EFGH', assertion: attestation, name: 'Phone' },
  'PATCH /api/account/second-steps/1': { name: 'Phone' },
  'POST /api/account/confirm': { code: 'ABCD-EFGH', assertion, password: 'x' },
  'POST /api/account/password': {
    old_password: 'x',
    password: 'Mbuyu~Tree!7',
    c_password: 'Mbuyu~Tree!7',
  },
  'PUT /api/settings/sign-in': { required: 'nobody' },
  'POST /api/forgotpsw': { email: 'nobody@elimu.test' },
  'POST /api/changepsw/1': { password: 'Mbuyu~Tree!7', c_password: 'Mbuyu~Tree!7' },
  'POST /api/register': user,
  'POST /api/edit': { ...user, id: '4' },
  'POST /api/statusUsr': { id: '4', status: '1' },
  'POST /api/students': { ...filledForm, ...exam },
  'PUT /api/students/1': { ...filledForm, ...exam, entry_exam: 'KCPE', version: '1' },
  'PATCH /api/students/1': { mode: 'supporter', supporter_id: '5', version: '1' },
  'PATCH /api/students/2': { mode: 'status', status: '1', reason: 'Moved away', version: '1' },
  'POST /api/supporters/named': {
    ...person,
    name: 'Zawadi A.',
    student_ids: ['1'],
  },
  'POST /api/students/status': {
    ids: ['1'],
    status: '1',
    reason: 'Moved away',
    former: [{ id: '1', status: '0', version: '2' }],
  },
  'POST /api/finance': receipt,
  'POST /api/finance/similar': {
    ...receipt,
    class_id: undefined,
    payment_lines: undefined,
    id: '1',
    sha256: 'a'.repeat(64),
  },
  'PUT /api/finance/1': { ...receipt, version: '1' },
  'POST /api/finance/1/return': remark,
  'POST /api/reports': { ...report, overall_level: '' },
  'PUT /api/reports/1': { ...report, version: '1' },
  'POST /api/reports/1/return': remark,
  'POST /api/doc': { type: '1', studId: '1', year: '1' },
  'POST /api/students/1/consents': {
    given_by: 'mother',
    name: 'Rose Akinyi',
    how: 'spoken',
    witness: 'Brian Ochieng',
    notice_version: '2026-01',
    explained_by: 'Brian Ochieng',
    place: 'Kisumu',
    given_on: '2026-01-05',
    until: '2026-06-30',
    answers: { pictures: 'yes' },
    child_answers: { pictures: 'yes' },
  },
  'POST /api/students/1/consents/letter': { supporter_id: '5', text: 'Please delete the pictures.' },
  'POST /api/consents/1/void': { reason: 'The form belongs to another child.' },
  'PUT /api/consents/gate': {
    mode: 'hold',
    from: '2027-02-01',
    contact: 'P.O. Box 412, Kisumu, 0700 000 412',
  },
  'PUT /api/privacy/notice': { version: '2026-01', en: 'What we record.', sw: 'Tunachorekodi.' },
  'POST /api/students/1/redactions': { names: 'Kevo, Shiru' },
  'POST /api/students/1/export-choice': { names: 'Kevo', unredacted: ['abcdefghij'] },
  'POST /api/students/1/restriction': { reason: 'The mother asked' },
  'POST /api/students/1/anonymise': { ref: 'EL-0001', request_id: '1', drop_gender: true },
  'POST /api/students/1/printed': { what: 'Profile' },
  'POST /api/breaches': breach,
  'PATCH /api/breaches/1': { ...breach, version: 1 },
  'POST /api/students/1/wrong-recipient': { supporter_id: '5', what: 'letter', on: '2026-03-01' },
  'PUT /api/retention': { years: '7' },
  'POST /api/requests': {
    student_id: '1',
    kind: 'erasure',
    asked_by: 'Rose Akinyi',
    relation: 'Mother',
    identity_check: 'National ID card',
    asked_on: '2026-03-01',
    words: 'Please remove the record.',
  },
  'PATCH /api/requests/1': { state: 'refused', ground: 'law', reason: 'The law asks us to store it.' },
  'PUT /api/drafts/student-add': { values: {}, files: { pic: 'faith.jpg' }, follows: 1 },
  'POST /api/gallery': {
    id: '1',
    student_id: '1',
    title: 'Sports day',
    description: 'Relay',
    upload: `4-${'a'.repeat(32)}`,
    sha256: 'a'.repeat(64),
    others: ['2'],
  },
  'POST /api/clusters': { cluster_name: 'Kibera' },
  'PUT /api/plans': {
    rows: [{ school_id: '1', class_id: '1', term_id: '1', amount: '30000', to_school: '20000' }],
  },
  'POST /api/plans/draft': { from_year_id: '1' },
  'PUT /api/plans/draft': {
    school_id: '1',
    class_id: '1',
    decision: 'change',
    terms: [{ term_id: '1', amount: '30000', to_school: '20000' }],
  },
  'PUT /api/students/1/plans': {
    year_id: '1',
    term_id: '1',
    amount: '30000',
    to_school: '20000',
    reason: 'Day scholar',
  },
  'PUT /api/students/1/plans/terms': {
    year_id: '1',
    terms: [{ term_id: '1', amount: '30000', to_school: '20000' }],
    reason: 'Day scholar',
  },
  'PUT /api/students/1/class': { year_id: '1', class_id: '1' },
  'POST /api/students/1/commitments': promise,
  'PUT /api/commitments/1': { ...promise, end_reason: 'Moved abroad', version: '1' },
  'POST /api/commitments/1/received': { year_id: '1', term_id: '1', amount: '2500', on: '2026-02-01' },
  'POST /api/funding/departures': { what: 'figures', year_id: 1, students: [1], how: 'print' },
  'POST /api/funding/waiting': { how: 'print' },
  'POST /api/funding/received': {
    on: '2026-02-01',
    parts: [{ commitment_id: '1', year_id: '1', term_id: '1', amount: '2500' }],
  },
  'POST /api/funding/letters': {
    supporter_id: '5',
    kind: 'late',
    subject: 'Your promise',
    text: 'Dear Samuel',
  },
  'PUT /api/schools/1/account': {
    kind: 'bank',
    bank: 'KCB Bank',
    branch: 'Ahero',
    account_name: 'Nyando Girls High School BOM',
    number: '1102 4471 93',
    number_again: '1102447193',
    heard_from: 'Call with the bursar',
  },
  'POST /api/payments': { year_id: '1', term_id: '1' },
  'PUT /api/payments/1/lines': {
    version: '1',
    lines: [{ student_id: '1', amount: '22500', left_out: true, reason: 'At home' }],
  },
  'POST /api/payments/1/return': { note: 'Which has number 4471?' },
  'POST /api/payments/1/approve': {
    version: '1',
    ticks: [{ key: 'account-1', spoke_to: 'Mr Rono, bursar' }],
  },
  'POST /api/payments/1/paid': { schools: ['1'], on: '2026-01-14', reference: 'FT27014X8KQ2' },
  'POST /api/payments/1/came-back': {
    lines: ['1'],
    schools: ['1'],
    on: '2026-01-20',
    reason: 'Wrong account',
  },
  'POST /api/payments/1/remittance': { school: '1' },
  'PUT /api/payment-lines/1/receipts': { receipts: ['1'], seen: ['2'] },
  'POST /api/schools': { school: 'Starehe', cluster_id: '1' },
  'PUT /api/schools/1': { school: 'Starehe', cluster_id: '1' },
  'POST /api/downloads': { kind: 'students', after: '1' },
  'PUT /api/imports/steps': { kind: 'schools', has_nothing: true },
  'POST /api/imports': {
    kind: 'students',
    rows: [{ name: 'Faith Atieno', duplicate: 'add', files: ['faith.jpg', 'faith.pdf'] }],
    check: false,
    file: 'register.xlsx',
    defaults: { ambition: 'Not known yet' },
    new_places: [{ school: 'Starehe', cluster: 'Kibera' }],
    new_lookups: { years: [{ year_name: '2026' }] },
    headings: { sex: 'gender', bal: null },
    words: { gender: { girl: 'Female' } },
  },
  'PUT /api/students/duplicates/1/2': {
    answer: 'same',
    close: { id: '2', status: '1', reason: 'Registered twice' },
  },
  'POST /api/years': { year_name: '2024' },
  'POST /api/terms': { term_name: 'Term 4' },
  'POST /api/classes': { class_name: 'Form 5', curriculum: '8-4-4' },
  'PUT /api/classes/7': { curriculum: 'CBE' },
  'PUT /api/grade-scales': { curriculum: 'CBE', lowest: ['90', '75', '58', '41', '31', '21', '11', '1'] },
  'PUT /api/calendar': {
    year_id: '1',
    due_days: '14',
    terms: [
      {
        term_id: '1',
        opens: '2026-01-05',
        closes: '2026-04-02',
        half_from: '2026-02-25',
        half_to: '2026-03-01',
        none_from: '2026-03-16',
        none_to: '2026-04-02',
        none_where: 'Boarding schools',
      },
    ],
    seen: { due_days: '14', terms: [] },
  },
  'POST /api/subjects': { subject_name: 'Aviation' },
  'POST /api/notifications': { year_id: '1', term_id: '1', seen: 'a' },
  'POST /api/letters/retry': { year_id: '1', term_id: '1' },
}

/** The same body with another value in one place. */
export function withValue(body: unknown, [key, ...path]: string[], value: unknown): unknown {
  if (key === undefined) return value
  const copy: Record<string, unknown> = Object.assign(Array.isArray(body) ? [] : {}, body)
  return Object.assign(copy, { [key]: withValue(copy[key], path, value) })
}
