import { checksumOf } from '../../shared/file/checksumOf.ts'
import { saveMedia } from './galleryApi.ts'
import { type ItemState, isFilm, type QueueItem } from './QueueItem.ts'
import { sendFilm } from './sendFilm.ts'
import { withoutStalling } from './withoutStalling.ts'

export type Sending = {
  signal: AbortSignal
  say: (state: ItemState) => void
  /** Writes down what was found out, so that the next try, or the next visit, goes on from there. */
  keep: (facts: Pick<QueueItem, 'sha256' | 'uploadUrl'>) => void
}

/** One try to bring a picture or film into the gallery. Answers whether it was there already. */
export async function sendMedia(
  item: QueueItem,
  file: File,
  sending: Sending,
): Promise<{ isKnown: boolean }> {
  const { signal, say, keep } = sending
  const sha256 = item.sha256 ?? (await prepare(file, sending))
  if (!item.sha256) keep({ sha256 })
  if (isFilm(item)) return sendFilm({ ...item, sha256 }, file, sending)

  const { student_id, title, description } = item
  say({ is: 'sending', share: 0 })
  return withoutStalling(signal, (guarded, moved, rest) => {
    const onProgress = (share: number) => {
      say(share < 1 ? { is: 'sending', share } : { is: 'checking' })
      if (share < 1) moved()
      else rest()
    }
    const options = { signal: guarded, onProgress, idempotencyKey: item.key }
    return saveMedia({ student_id, title, description, sha256 }, { media: file }, options)
  })
}

async function prepare(file: File, { signal, say }: Sending): Promise<string> {
  say({ is: 'preparing', share: 0 })
  return checksumOf(file, { signal, onProgress: (share) => say({ is: 'preparing', share }) })
}
