import { dayInWords } from '#contract/base/days.ts'
import { ANOTHER_CHILD } from '#contract/privacy/exports.ts'
import { shillingsText, toCents } from '#contract/records/receipts.ts'
import type { Entry, FileValue, Section } from '../../database/studentData.ts'
import { inSwahili } from './exportSwahili.ts'

/** What the page and the JSON show. */
type Exported = { name: string; ref: string; sections: Section[] }

const STYLE = `
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1f2a2a; background: #fff }
h1 { margin: 0 } [lang=sw] { font-style: italic } h2 [lang=sw] { font-weight: normal } nav [lang=sw] { display: none }
h2 { margin: 2.5rem 0 .5rem; border-bottom: 2px solid #0f595c }
article { margin: 1rem 0; padding: 1rem; border: 1px solid #ccd6d6; border-radius: .5rem }
h2, h3 { break-after: avoid } :is(dt, tr, img) { break-inside: avoid }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .25rem 1rem; margin: 0 }
dt { color: #556 } dd { margin: 0; min-width: 0; overflow-x: auto; white-space: pre-wrap }
:is(dt, th) [lang=sw] { display: block; font-size: .85em; font-weight: normal }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 }
th, td { padding: .25rem .5rem; border-bottom: 1px solid #dde; text-align: left; vertical-align: top }
.wide { overflow-x: auto } summary { padding: .5rem 0; border-bottom: 1px solid #dde; cursor: pointer }
img, video { max-width: 100%; max-height: 24rem }
nav a { margin-right: 1rem }
@media print { details::details-content { display: block; content-visibility: visible } .wide, dd { overflow-x: visible } :is(table, dl) { font-size: .8rem } }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr } dt { margin-top: .5rem } }`

/** The page of an export: it opens from its folder in any browser, without Elimu and without a network. */
export function exportPage({ name, ref, sections }: Exported, charity: string, on: string): string {
  const full = sections.filter(({ entries }) => entries.length > 0)
  const links = full.map(({ title }, index) => `<a href="#s${index}">${escaped(title)}</a>`).join(' ')
  const charityName = escaped(charity)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'unsafe-inline'">
<title>${escaped(name)}, ${escaped(ref)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(name)}</h1>
<p>${escaped(ref)}. Everything that ${charityName} stores about this student, on ${dayInWords(on)}. In place of the names and refs of other children it says ${ANOTHER_CHILD}. Left out are pictures that show other children, names of files, and other people’s contacts. The same is in record.json, for other programs.</p>
<p lang="sw">Haya ni yote ambayo ${charityName} inahifadhi kuhusu mwanafunzi huyu, tarehe ${dayInWords(on, 'sw')}. Mahali pa majina na namba za watoto wengine tumeandika ${ANOTHER_CHILD}, yaani mtoto mwingine. Hatukuweka picha zinazoonyesha watoto wengine, majina ya faili, wala mawasiliano ya watu wengine. Taarifa hizi zimo pia katika faili ya record.json, kwa ajili ya programu nyingine.</p>
<nav>${links}</nav>
${full.map(sectionOf).join('\n')}
</body>
</html>
`
}

const sectionOf = ({ title, note, isByDay, entries }: Section, index: number) =>
  `<h2 id="s${index}">${heading(title)}</h2>\n${note ? `<p>${escaped(note.en)}</p>\n<p lang="sw">${escaped(note.sw)}</p>\n` : ''}${isByDay ? daysOf(entries) : isTable(entries) ? tableOf(entries) : entries.map(articleOf).join('\n')}`

/** A heading in English, then in Swahili. */
function heading(title: string): string {
  const translated = inSwahili(title)
  return escaped(title) + (translated ? ` <span lang="sw">${escaped(translated)}</span>` : '')
}

/** The day of a change, and the time. */
const whenOf = ({ When }: Entry) => shown(When).split(', ')

/** One line for each day and person, with their changes inside. */
function daysOf(entries: Entry[]): string {
  const days = Map.groupBy(entries, (entry) => `${whenOf(entry)[0]}, ${shown(entry['Who'])}`)
  return [...days]
    .map(([day, changes]) => {
      const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
      const articles = changes.map((change) =>
        articleOf({ ...change, When: whenOf(change)[1] ?? null, Who: null }),
      )
      return `<details><summary><b>${day}</b>: ${count} <span lang="sw">mabadiliko ${changes.length}</span></summary>\n${articles.join('\n')}</details>`
    })
    .join('\n')
}

/** Long lists of short rows. */
const isTable = (entries: Entry[]) =>
  entries.length > 1 &&
  entries.every(
    (entry) =>
      Object.keys(entry).length <= 5 &&
      Object.values(entry).every((value) => value === null || typeof value !== 'object'),
  )

const articleOf = (entry: Entry) =>
  `<article><dl>${Object.entries(entry)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([label, value]) => `<dt>${heading(label)}</dt><dd>${shown(value)}</dd>`)
    .join('\n')}</dl></article>`

function tableOf(entries: Entry[]): string {
  // Leaves out empty columns: on a phone the others need their room.
  const columns = [
    ...new Set(entries.flatMap(Object.entries).flatMap(([key, value]) => (value === null ? [] : [key]))),
  ]
  const head = columns.map((column) => `<th scope="col">${heading(column)}</th>`).join('')
  const rows = entries.map(
    (entry) => `<tr>${columns.map((column) => `<td>${shown(entry[column])}</td>`).join('')}</tr>`,
  )
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table></div>`
}

function shown(value: Entry[string] | undefined): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return tableOf(value)
  if (typeof value !== 'object') return escaped(String(value))
  return 'kes' in value ? shillingsText(toCents(value.kes)) : fileShown(value)
}

function fileShown({ file, type }: FileValue): string {
  const path = escaped(file)
  const name = escaped(file.split('/').at(-1) ?? file)
  if (type.startsWith('image/'))
    return `<a href="${path}"><img src="${path}" alt="${name}" loading="lazy"></a>`
  if (type.startsWith('video/')) return `<video src="${path}" controls preload="metadata"></video>`
  return `<a href="${path}">${name}</a>`
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** The same for other programs; files are named by their paths, and money is a number. */
export const exportJson = ({ sections }: Pick<Exported, 'sections'>): string =>
  JSON.stringify(
    Object.fromEntries(
      sections.map(({ title, entries }) => [title, title === 'Student' ? entries[0] : entries]),
    ),
    (_key, value: unknown) => {
      if (typeof value !== 'object' || value === null) return value
      return 'kes' in value ? value.kes : 'file' in value ? value.file : value
    },
    2,
  )
