import { checksumOf } from '../../ui/file/checksumOf.ts'
import { shrinkImage } from '../../ui/file/shrinkImage.ts'
import type { QueueItem } from './QueueItem.ts'

/** The file as it travels, if it is the one that an item lost. Telephones give it another name each time. */
export async function foundAgain({ name, size, sha256 }: QueueItem, chosen: File): Promise<File | undefined> {
  const file = await shrinkImage(chosen)
  if (file.size !== size) return undefined
  const isSame = sha256 ? (await checksumOf(file)) === sha256 : file.name === name
  return isSame ? file : undefined
}
