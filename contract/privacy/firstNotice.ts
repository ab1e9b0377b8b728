/** What the text names. `contact` and `years`, how long records stay, are null where the charity has not set them. */
type NoticeFacts = { charity: string; contact: string | null; years: number | null }

/** A text to begin with. The charity completes it; the Swahili has not been read by a native speaker yet. */
export const firstNotice = ({ charity, contact, years }: NoticeFacts) => ({
  en: `Who we are
${charity} pays for the schooling of children in Kenya. This notice says what we record about a child and what we do with it.

What we record
Name, gender, date of birth, school, class, languages, ambition and background of the child; the names of the parents or the guardian, and a telephone number; report cards, marks, receipts and school costs; pictures and videos; who agreed to what.

Why
To pay the school, to follow the child’s progress, to account for the money, and to tell the child’s supporter what the family agrees to. We rely on your consent. You answer each question separately, and a No to sharing does not change the support.

Who sees it
Staff of ${charity} who work with the child. The supporter sees what you agreed to. What we have not asked you about may be shown until we ask. The school learns for which child we pay, and the bank or M-Pesa that pays it may get the name too. Some supporters live outside Kenya, where other laws apply: you are asked about this too. We sell nothing, and no computer decides about a child.

How long
While the child is supported, and ${years === null ? 'afterwards for as long as we must account for the money' : `for ${years} years after that, because we must account for the money`}. Then we delete the record, or take out what identifies the child.

Your rights
You may ask to see the record (we answer within 7 days), to have it corrected, restricted or deleted (14 days), and to get a copy to take along (30 days). This is free. You may change a Yes to a No at any time, without a reason; what was done before stays lawful. Children from 12 years on are asked too, and from 18 on they decide alone.

Keeping it safe
The record is kept in a protected system. Each member of staff has an own password, and we note who opened the record. If data is lost or reaches the wrong person and this may harm you, we tell you.

Contact
${addressOf(charity, contact)}

Complaints
Tell us first, if you like. You may always complain to the Office of the Data Protection Commissioner, Kenya, www.odpc.go.ke.`,

  sw: `Sisi ni nani
${charity} inalipia masomo ya watoto nchini Kenya. Taarifa hii inaeleza tunachorekodi kuhusu mtoto na jinsi tunavyokitumia.

Tunachorekodi
Jina, jinsia, tarehe ya kuzaliwa, shule, darasa, lugha, ndoto na historia ya mtoto; majina ya wazazi au mlezi, na nambari ya simu; ripoti za shule, alama, stakabadhi na gharama za masomo; picha na video; nani alikubali nini.

Kwa nini
Ili kulipa shule, kufuatilia maendeleo ya mtoto, kueleza matumizi ya pesa, na kumweleza mfadhili yale ambayo familia imekubali. Tunategemea ridhaa yako. Unajibu kila swali peke yake, na ukijibu Hapana kuhusu kuonyesha habari, msaada hautabadilika.

Nani anaona
Wafanyakazi wa ${charity} wanaomhudumia mtoto. Mfadhili anaona yale uliyokubali. Yale ambayo hatujakuuliza yanaweza kuonyeshwa hadi tutakapokuuliza. Shule inajua tunamlipia mtoto gani, na benki au M-Pesa inayoilipa inaweza kupata jina lake pia. Baadhi ya wafadhili wanaishi nje ya Kenya, ambako sheria ni tofauti: unaulizwa kuhusu hilo pia. Hatuuzi chochote, na hakuna kompyuta inayoamua kuhusu mtoto.

Kwa muda gani
Wakati mtoto anafadhiliwa, na ${years === null ? 'baada ya hapo kwa muda ambao lazima tueleze matumizi ya pesa' : `miaka ${years} baada ya hapo, kwa sababu lazima tueleze matumizi ya pesa`}. Kisha tunafuta kumbukumbu, au tunaondoa kinachomtambulisha mtoto.

Haki zako
Unaweza kuomba kuona kumbukumbu (tunajibu ndani ya siku 7), zirekebishwe, zizuiwe au zifutwe (siku 14), na kupata nakala (siku 30). Ni bure. Unaweza kubadilisha Ndiyo kuwa Hapana wakati wowote, bila kutoa sababu; yaliyofanywa kabla yanabaki halali. Watoto kuanzia miaka 12 wanaulizwa pia, na kuanzia miaka 18 wanaamua wenyewe.

Usalama
Kumbukumbu zinahifadhiwa katika mfumo unaolindwa. Kila mfanyakazi ana nenosiri lake, na tunaandika nani aliyefungua kumbukumbu. Habari zikipotea au zikimfikia mtu asiyestahili na zinaweza kukudhuru, tunakuambia.

Mawasiliano
${addressOf(charity, contact)}

Malalamiko
Ukipenda, tuambie kwanza. Unaweza kulalamika wakati wowote kwa Ofisi ya Kamishna wa Ulinzi wa Data, Kenya, www.odpc.go.ke.`,
})

const addressOf = (charity: string, contact: string | null) =>
  [charity, ...(contact ? [contact] : [])].join(', ')
