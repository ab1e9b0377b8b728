import { shillingsText, toCents } from '#contract/records/receipts.ts'
import type { Entry, FileValue, Section } from '../../database/studentData.ts'

/** What the page and the JSON show. */
type Exported = { name: string; ref: string; sections: Section[] }

const STYLE = `
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1f2a2a; background: #fff }
h1 { margin: 0 } h2 { margin: 2.5rem 0 .5rem; border-bottom: 2px solid #0f595c }
article { margin: 1rem 0; padding: 1rem; border: 1px solid #ccd6d6; border-radius: .5rem; break-inside: avoid }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .25rem 1rem; margin: 0 }
dt { color: #556 } dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 }
th, td { padding: .25rem .5rem; border-bottom: 1px solid #dde; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { overflow-wrap: normal }
img, video { max-width: 100%; max-height: 24rem }
nav a { margin-right: 1rem }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr } dt { margin-top: .5rem } }`

/** The page of an export: it opens from its folder in any browser, without Elimu and without a network. */
export function exportPage({ name, ref, sections }: Exported, charity: string, on: string): string {
  const full = sections.filter(({ entries }) => entries.length > 0)
  const links = full.map(({ title }, index) => `<a href="#s${index}">${escaped(title)}</a>`).join(' ')
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
<p>${escaped(ref)}. Everything that ${escaped(charity)} stores about this student, on ${escaped(on)}. Left out are pictures that show other children, texts that give two names or the ref of another student, names of files, and other people’s contacts. The same is in record.json, for other programs.</p>
<nav>${links}</nav>
${full.map(sectionOf).join('\n')}
</body>
</html>
`
}

const sectionOf = ({ title, note, entries }: Section, index: number) =>
  `<h2 id="s${index}">${escaped(title)}</h2>\n${note ? `<p>${escaped(note)}</p>\n` : ''}${isTable(entries) ? tableOf(entries) : entries.map(articleOf).join('\n')}`

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
    .map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${shown(value)}</dd>`)
    .join('\n')}</dl></article>`

function tableOf(entries: Entry[]): string {
  // Without empty columns, which leave the words of others no room on a phone.
  const columns = [
    ...new Set(entries.flatMap(Object.entries).flatMap(([key, value]) => (value === null ? [] : [key]))),
  ]
  const head = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('')
  const rows = entries.map(
    (entry) => `<tr>${columns.map((column) => `<td>${shown(entry[column])}</td>`).join('')}</tr>`,
  )
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table>`
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
