import type { Words, SharedUnder } from '#contract/privacy/sharedList.ts'
import type { FormProps } from './formWords.ts'

export const about = {
  title: ['What the answers mean', 'Maana ya majibu'],
  sees: ['What the supporter may see', 'Anachoweza kuona mfadhili'],
  always: ['Always', 'Kila mara'],
  line: ['Line', 'Mstari'],
  no: ['A No on line 1.', 'Hapana katika mstari wa 1.'],
  noText: [
    'It asks us to delete the child’s record. From that day the supporter sees nothing. We decide within 14 days, and you may still change your answer.',
    'Ni ombi la kufuta kumbukumbu za mtoto. Mfadhili haoni chochote kuanzia siku hiyo. Tunaamua ndani ya siku 14, na bado unaweza kubadilisha jibu.',
  ],
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
} satisfies Record<string, Words>

/** The lines of the form that cover what a supporter sees. */
export const lineOf: Record<Exclude<SharedUnder, 'always'>, number> = {
  profile: 2,
  progress: 3,
  pictures: 4,
  videos: 5,
}

/** Where the supporter lives, which line 6 is about. */
export function whereSupporterLives({
  has_supporter,
  supporter_country: country,
}: FormProps['student']): Words {
  const [english, swahili]: Words = !has_supporter
    ? ['This child has no supporter yet.', 'Mtoto huyu hana mfadhili bado.']
    : country === null
      ? ['The country of this child’s supporter is not known.', 'Nchi ya mfadhili wa mtoto huyu haijulikani.']
      : [`The country of this child’s supporter: ${country}.`, `Nchi ya mfadhili wa mtoto huyu: ${country}.`]
  return [
    `Supporters may live in other countries. ${english} With a No on line 6, a supporter who does not live in Kenya sees nothing.`,
    `Wafadhili wanaweza kuishi nchi nyingine. ${swahili} Ukijibu Hapana katika mstari wa 6, mfadhili asiyeishi Kenya haoni chochote.`,
  ]
}

/** The part for a child from 12 on, in simple words. */
export const childTitle = (first: string): Words => [`For you, ${first}`, `Kwa ajili yako, ${first}`]
export const childWords = (charity: string): Words[] => [
  [
    `${charity} helps to pay for your school. To do this we have a file about you.`,
    `${charity} inasaidia kulipia shule yako. Kwa hiyo tuna faili kuhusu wewe.`,
  ],
  [
    'A person called a supporter gives the money. You and your parent decide what this person may see: facts about you, your report cards, your pictures and your videos.',
    'Mtu anayeitwa mfadhili anatoa pesa. Wewe na mzazi wako mnaamua anachoweza kuona: habari zako, ripoti zako, picha zako na video zako.',
  ],
  [
    'We ask you too. If you say No to something, we do not show it, even if your parent says Yes.',
    'Tunakuuliza wewe pia. Ukisema Hapana, hatuonyeshi, hata kama mzazi wako amesema Ndiyo.',
  ],
  [
    'If you say No on lines 2 to 7, we still help with your school. Nobody may be angry with you.',
    'Ukisema Hapana katika mstari wa 2 hadi 7, bado tunakusaidia na shule. Hakuna anayeruhusiwa kukukasirikia.',
  ],
  [
    'You can change your mind on any day. You do not have to say why.',
    'Unaweza kubadilisha mawazo siku yoyote. Huhitaji kusema kwa nini.',
  ],
  [
    'You can ask us to show you your file, and to correct it.',
    'Unaweza kutuomba tukuonyeshe faili yako, na tuirekebishe.',
  ],
  [
    'If you do not understand something, or if something worries you, ask us. Above it says how.',
    'Kama huelewi kitu, au kitu kinakusumbua, tuulize. Hapo juu inaeleza jinsi ya kuwasiliana.',
  ],
]
