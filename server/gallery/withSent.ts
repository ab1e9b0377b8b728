import type { SessionUser } from '#contract/auth.ts'
import { galleryMessages, type MediaForm } from '#contract/gallery.ts'
import { ApiError, invalid } from '../http/ApiError.ts'
import type { Upload } from '../http/Upload.ts'
import { openArrived } from './resumable/openArrived.ts'
import type { Services } from '../Services.ts'

/**
 * Lets `work` have the file that a form is about, whether it came along or before in pieces. What came in pieces stays
 * where it is until `work` is done, so that the call can be repeated; what is refused for what it holds goes too, because
 * no repeat would take it. Answers nothing where nothing has arrived.
 */
export async function withSent<Result>(
  media: Upload | undefined,
  { upload: id = '', sha256 }: MediaForm,
  actor: SessionUser,
  services: Services,
  work: (sent: { upload: Upload; isArrived: boolean }) => Promise<Result>,
): Promise<Result | undefined> {
  const take = (upload: Upload, isArrived: boolean) => {
    if (sha256 && sha256 !== upload.sha256) throw invalid({ media: [galleryMessages.notWhole] }, 'not_whole')
    return work({ upload, isArrived })
  }
  if (media) return take(media, false)

  const arrived = await openArrived(id, actor, services)
  if (!arrived) return undefined
  try {
    const result = await take(arrived.upload, true)
    await arrived.drop()
    return result
  } catch (error) {
    if (error instanceof ApiError && error.errors?.['media']) await arrived.drop()
    throw error
  } finally {
    arrived.close()
  }
}
