import type { Purpose } from '#contract/privacy/consentStates.ts'

/** English and Swahili. The Swahili has not been read by a native speaker yet: have it read before a form is used. */
export type Words = [english: string, swahili: string]

export const answerWords = { yes: ['Yes', 'Ndiyo'], no: ['No', 'Hapana'] } satisfies Record<string, Words>

export const questions = (charity: string): Record<Purpose, Words> => ({
  register: [
    `${charity} keeps a record of the child: name, family, school and progress.`,
    `${charity} inahifadhi kumbukumbu za mtoto: jina, familia, shule na maendeleo.`,
  ],
  profile: [
    'The child’s supporter reads about the child: age, school, class, family, ambition, languages and background.',
    'Mfadhili anasoma habari za mtoto: umri, shule, darasa, familia, ndoto yake, lugha na historia yake.',
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
    'We pay for this child’s schooling. Please tick Yes or No on each line. A No on lines 2 to 7 does not change the support.',
    'Tunalipia masomo ya mtoto huyu. Tafadhali weka alama kwenye Ndiyo au Hapana katika kila mstari. Ukijibu Hapana katika mstari wa 2 hadi 7, msaada hautabadilika.',
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
  until: ['Until when.', 'Hadi lini.'],
  noEnd: ['This consent has no end.', 'Ridhaa hii haina mwisho.'],
  contact: ['Who to contact.', 'Mawasiliano.'],
  withdraw: ['To withdraw.', 'Kuondoa ridhaa.'],
  withdrawText: [
    'You may change a Yes to a No at any time, without giving a reason. We stop sharing it, and ask the supporter to delete what was sent.',
    'Unaweza kubadilisha Ndiyo kuwa Hapana wakati wowote, bila kutoa sababu. Hatutaonyesha tena, na tutamwomba mfadhili afute alichotumiwa.',
  ],
  rights: ['Your rights.', 'Haki zako.'],
  rightsText: [
    'You may ask to see the child’s record, or to have it corrected or deleted. Complaints: Office of the Data Protection Commissioner, Kenya.',
    'Unaweza kuomba kuona kumbukumbu za mtoto, au uombe zirekebishwe au zifutwe. Malalamiko: Ofisi ya Kamishna wa Ulinzi wa Data, Kenya.',
  ],
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
