import type { Purpose } from '#contract/privacy/consentStates.ts'
import type { PrintedForms } from '#contract/privacy/consents.ts'
import type { Words } from '#contract/privacy/sharedList.ts'

/** What is printed on the form of a student. */
export type FormProps = { student: PrintedForms['students'][number]; today: string } & Pick<
  PrintedForms,
  'contact' | 'notice_version'
>

export const answerWords = { yes: ['Yes', 'Ndiyo'], no: ['No', 'Hapana'] } satisfies Record<string, Words>

export const questions = (charity: string): Record<Purpose, Words> => ({
  register: [
    `${charity} keeps a record of the child: name, family, school and progress.`,
    `${charity} inahifadhi kumbukumbu za mtoto: jina, familia, shule na maendeleo.`,
  ],
  profile: [
    'The supporter reads about the child: name, age, school, family.',
    'Mfadhili anasoma habari za mtoto: jina, umri, shule, familia.',
  ],
  progress: [
    'The child’s supporter receives report cards, school costs and comments.',
    'Mfadhili wa mtoto anapokea ripoti za shule, gharama za masomo na maoni.',
  ],
  pictures: ['The supporter sees pictures of the child.', 'Mfadhili anaona picha za mtoto.'],
  videos: ['The supporter sees videos of the child.', 'Mfadhili anaona video za mtoto.'],
  abroad: [
    'The supporter may live outside Kenya, where other laws apply.',
    'Mfadhili anaweza kuwa anaishi nje ya Kenya, ambako sheria ni tofauti.',
  ],
  publication: [
    `${charity} shows the child’s story or picture in public, such as on a website.`,
    `${charity} inaonyesha habari au picha ya mtoto kwa umma, kwa mfano tovutini.`,
  ],
})

const relations: Words[] = [
  ['Mother', 'Mama'],
  ['Father', 'Baba'],
  ['Guardian', 'Mlezi'],
  ['Student, 18 or over', 'Mwanafunzi, miaka 18+'],
]

export const both = {
  title: ['Consent form', 'Fomu ya ridhaa'],
  ref: ['Ref', 'Nambari'],
  child: ['Child', 'Mtoto'],
  dob: ['Date of birth', 'Tarehe ya kuzaliwa'],
  school: ['School', 'Shule'],
  lead: [
    'We pay for this child’s schooling. Please tick Yes or No on each line. A No on lines 2 to 7 does not change the support. Who sees what: other side.',
    'Tunalipia masomo ya mtoto huyu. Tafadhali weka alama kwenye Ndiyo au Hapana katika kila mstari. Ukijibu Hapana katika mstari wa 2 hadi 7, msaada hautabadilika. Nani anaona nini: upande wa pili.',
  ],
  agree: ['Do you agree?', 'Je, unakubali?'],
  parent: ['Parent, guardian', 'Mzazi au mlezi'],
  childFrom12: ['Child, from 12', 'Mtoto, miaka 12+'],
  giver: ['Who gives this consent', 'Anayetoa ridhaa hii'],
  relations,
  name: ['Name', 'Jina'],
  date: ['Date', 'Tarehe'],
  signature: ['Signature', 'Sahihi'],
  childSignature: ['Child’s signature', 'Sahihi ya mtoto'],
  thumb: ['Thumbprint', 'Alama ya kidole gumba'],
  witness: ['Witness', 'Shahidi'],
  witnessFor: ['for a thumbprint or spoken consent', 'kwa alama ya kidole au ridhaa ya mdomo'],
  witnessName: ['First and last name, not the person above', 'Majina mawili, mtu mwingine'],
  explained: ['How it was explained', 'Jinsi ilivyoelezwa'],
  notice: ['Privacy notice, version', 'Taarifa ya faragha, toleo'],
  explainedBy: ['Explained by', 'Aliyeeleza'],
  place: ['Place', 'Mahali'],
  office: ['For the office', 'Kwa ofisi'],
} satisfies Record<string, Words | Words[]>

const MONTHS = [
  'Januari',
  'Februari',
  'Machi',
  'Aprili',
  'Mei',
  'Juni',
  'Julai',
  'Agosti',
  'Septemba',
  'Oktoba',
  'Novemba',
  'Desemba',
]

/** A day, `2030-05-07`, as `7 Mei 2030`. */
export const swahiliDay = (day: string) =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
