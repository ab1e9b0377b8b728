import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import { freePort } from '../freePort.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/**
 * An S3 server with one bucket and one pair of keys: `S3RVER` for both. It checks signatures of list requests wrongly,
 * so a bucket that allows listing accepts any secret.
 */
export async function openS3Server({ isListed = false } = {}) {
  const port = await freePort()
  const folder = await temporaryFolder()
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    directory: folder,
    silent: true,
    allowMismatchedSignatures: isListed,
    configureBuckets: [{ name: 'elimu' }],
  })
  await server.run()
  let isOpen = true
  async function close(): Promise<void> {
    if (isOpen) await server.close()
    isOpen = false
  }
  onTestFinished(close)

  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    url: `s3://S3RVER:S3RVER@elimu?endpoint=${endpoint}`,
    /** The folder of the bucket. */
    folder: `${folder}/elimu`,
    close,
  }
}
