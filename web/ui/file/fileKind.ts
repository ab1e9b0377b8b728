import { type FileKind, maxMegabytes, MEGABYTE, refusalOfPhone, tooLarge } from '#contract/base/files.ts'

/** What is wrong with a file, as far as a browser can check. */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>, kind: FileKind): string | undefined {
  const type = typeOf(file, kind)
  if (!type) return isHeic(file) && 'image/jpeg' in kind.types ? refusalOfPhone(kind) : kind.refusal
  const most = maxMegabytes(type)
  return file.size > most * MEGABYTE ? tooLarge(most) : undefined
}

/**
 * Refuses a QuickTime film in HEVC, which iPhones write and most browsers cannot play, before it is uploaded. The codec
 * is in the box `moov`, often the last one. The server checks other films.
 */
export async function filmProblem(file: File, kind: FileKind): Promise<string | undefined> {
  if (!hasEnding(file.name, ['.mov'])) return undefined
  for (let at = 0; at + 16 <= file.size;) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer())
    const short = head.getUint32(0)
    const length = short === 1 ? Number(head.getBigUint64(8)) : short
    const isMovie = head.getUint32(4) === MOOV
    const text = isMovie ? await file.slice(at, at + Math.min(length, 32 * MEGABYTE)).text() : ''
    if (/hvc1|hev1/.test(text)) return refusalOfPhone(kind)
    if (isMovie || length < 8) return undefined
    at += length
  }
  return undefined
}

/** `moov` as a number. */
const MOOV = 0x6d_6f_6f_76

/** For the `accept` of a file picker: types for phones, extensions for systems that do not know the types. */
export function acceptOf({ types, offered = Object.keys(types) }: FileKind): string {
  return [...offered, ...offered.flatMap((type) => types[type] ?? [])].join(',')
}

/** `640 KB`, `2.4 MB` */
export function fileSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}

/** The type of a file by its extension. Some systems report no type, and some a type of their own. */
export function typeOf({ name, type }: Pick<File, 'name' | 'type'>, { types }: FileKind): string | undefined {
  const isPlausible = type === '' || type in types || type === 'application/octet-stream'
  const [known] = Object.entries(types).find(([, endings]) => hasEnding(name, endings)) ?? []
  return isPlausible ? known : undefined
}

export const isHeic = ({ name }: Pick<File, 'name'>) => hasEnding(name, ['.heic', '.heif'])

const hasEnding = (name: string, endings: readonly string[]) =>
  endings.some((ending) => name.toLowerCase().endsWith(ending))
