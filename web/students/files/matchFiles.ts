import { fold } from '#contract/base/lists.ts'
import type { Imported } from '#contract/imports.ts'

/** A student of the import, with the file names in their row of the sheet. */
type NamedStudent = Pick<Imported, 'id' | 'name' | 'ref' | 'files'>

/**
 * Finds the students that a file's name means: by a ref in it, else by the file name in the sheet, else by the full
 * name. If several match, the user chooses.
 */
export function createMatcher(students: readonly NamedStudent[]): (fileName: string) => number[] {
  const byRef = new Map<string, Set<number>>()
  const bySheet = new Map<string, Set<number>>()
  const byName = new Map<string, Set<number>>()
  const prefixes = new Set<string>()
  for (const { id, name, ref, files } of students) {
    for (const { prefix, number } of refsIn(ref ?? '')) {
      prefixes.add(prefix)
      put(byRef, prefix + number, id)
    }
    for (const given of files) {
      put(bySheet, fold(baseOf(given)), id)
      put(bySheet, stemOf(given), id)
    }
    put(byName, wordsIn(name).toSorted().join(' '), id)
  }

  return (fileName) => {
    const stem = stemOf(fileName)
    const refs = refsIn(stem).filter(({ prefix }) => prefixes.has(prefix))
    // A ref takes precedence: if it is of no student in this import, names are ignored.
    if (refs.length > 0)
      return found(refs.flatMap(({ prefix, number }) => Array.from(byRef.get(prefix + number) ?? [])))
    const inSheet = bySheet.get(fold(baseOf(fileName))) ?? bySheet.get(stem)
    if (inSheet) return found(inSheet)
    const words = wordsIn(stem)
    const own = byName.get(words.toSorted().join(' '))
    if (own) return found(own)
    const bare = words.filter((word) => !kindWords.has(word) && !/^\d+$/.test(word))
    return found(byName.get(bare.toSorted().join(' ')) ?? [])
  }
}

/** Usual words beside a name: the kind of file, and the number of a copy. */
const kindWords = new Set(
  'kcpe kjsea kplea certificate cert result results slip picture photo passport copy'.split(' '),
)

const found = (ids: Iterable<number>) => [...new Set(ids)]

/** Skips empty keys. */
function put(map: Map<string, Set<number>>, key: string, id: number): void {
  if (key === '') return
  const ids = map.get(key) ?? new Set()
  map.set(key, ids.add(id))
}

/** `EL-0413`, `el 413` and `EL0413` are the same ref. */
const refsIn = (text: string) =>
  [...fold(text).matchAll(/(?<![\p{L}\p{N}])(\p{L}+)[-_ ]?(\d+)(?![\p{L}\p{N}])/gu)].map(
    ([, prefix = '', digits = '']) => ({ prefix, number: String(Number(digits)) }),
  )

/** The last part of a path, because sheets often include the folder. */
const baseOf = (fileName: string) => fileName.split(/[\\/]/).at(-1) ?? ''

const stemOf = (fileName: string) => fold(baseOf(fileName).replace(/\.[a-z]{2,4}$/i, ''))

const wordsIn = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '')
