import { type FileKind, maxMegabytes, MEGABYTE, tooLarge } from '#contract/files.ts'

/** What is wrong with a file, as far as a browser can tell. */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>, kind: FileKind): string | undefined {
  const type = typeOf(file, kind)
  if (!type) return kind.refusal
  const most = maxMegabytes(type)
  return file.size > most * MEGABYTE ? tooLarge(most) : undefined
}

/** For the `accept` of a file picker: types for phones, extensions for systems that do not know the types. */
export function acceptOf({ types, offered = Object.keys(types) }: FileKind): string {
  return [...offered, ...offered.flatMap((type) => types[type] ?? [])].join(',')
}

/** `640 KB`, `2.4 MB` */
export function fileSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}

/** The type of a file by its extension. Some systems name no type at all, and some a type of their own. */
export function typeOf({ name, type }: Pick<File, 'name' | 'type'>, { types }: FileKind): string | undefined {
  const isPlausible = type === '' || type in types || type === 'application/octet-stream'
  const [known] = Object.entries(types).find(([, endings]) => hasEnding(name, endings)) ?? []
  return isPlausible ? known : undefined
}

const hasEnding = (name: string, endings: readonly string[]) =>
  endings.some((ending) => name.toLowerCase().endsWith(ending))
