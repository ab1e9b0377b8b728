/** What a file drop takes: one constant per kind of file, beside the feature it belongs to. */
export type FileKind = {
  /** Media types by the endings their files have. The browser knows a file by both; the server by its content. */
  types: Record<string, readonly string[]>
  /** The fixed wording for any other file: `Only PDF Allowed`. */
  refusal: string
  maxMegabytes: number
}

const MEGABYTE = 1024 * 1024

/** What is wrong with a file, as far as a browser can tell. */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>, kind: FileKind): string | undefined {
  if (!isOfKind(file, kind)) return kind.refusal
  if (file.size > kind.maxMegabytes * MEGABYTE)
    return `The file may not be larger than ${kind.maxMegabytes} MB`
  return undefined
}

/** For the `accept` of a file picker: types for phones, endings for systems that do not know the types. */
export function acceptOf({ types }: FileKind): string {
  return [...Object.keys(types), ...Object.values(types).flat()].join(',')
}

/** `640 KB`, `2.4 MB` */
export function fileSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}

/** Some systems name no type at all, and some a type of their own; then the ending decides. */
function isOfKind({ name, type }: Pick<File, 'name' | 'type'>, { types }: FileKind): boolean {
  const endings = Object.values(types).flat()
  const hasEnding = endings.some((ending) => name.toLowerCase().endsWith(ending))
  return hasEnding && (type === '' || type in types || type === 'application/octet-stream')
}
