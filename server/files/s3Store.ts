import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { UnavailableError } from '../base/ApiError.ts'
import { StartError } from '../base/StartError.ts'
import { withCheckedKeys } from './fileKey.ts'
import { type FileStore, type Objects, storeAnswer, tryWriting } from './FileStore.ts'

type Environment = Record<string, string | undefined>

/** How long the store may neither send nor accept bytes while Elimu waits for it. */
const SILENCE_MS = 30_000

/** The files in a bucket of an S3-compatible store. */
export async function openS3Store(
  storageUrl: string,
  incoming: string,
  environment: Environment,
  silenceMs = SILENCE_MS,
): Promise<FileStore> {
  const bucket = openBucket('STORAGE_URL', storageUrl, environment, silenceMs)
  await testStore(bucket, new URL(storageUrl))
  return { ...withCheckedKeys(bucket), incoming }
}

/** A bucket that a setting names. A path in it begins all keys. */
export function openBucket(
  setting: string,
  value: string,
  environment: Environment,
  silenceMs = SILENCE_MS,
): Objects {
  const url = new URL(value)
  const credentials = credentialsIn(setting, url, environment)
  const Bucket = url.hostname
  const path = url.pathname.replaceAll(/^\/|\/$/g, '')
  const beginning = path && `${path}/`
  const client = new S3Client({ ...clientConfig(url, silenceMs), credentials })
  // Inside the client's retries: a request that was not answered in time is not sent again.
  client.middlewareStack.add(asUnavailable(isTimeout), { step: 'deserialize' })
  // Outside the client's retries.
  client.middlewareStack.add(asUnavailable(isNoConnection), { step: 'initialize' })

  return {
    async put(key, source, ContentType) {
      const Key = beginning + key
      if (typeof source !== 'string') {
        await client.send(new PutObjectCommand({ Bucket, Key, ContentType, Body: source }))
        return
      }
      const { size: ContentLength } = await stat(source)
      const Body = createReadStream(source)
      try {
        await client.send(new PutObjectCommand({ Bucket, Key, ContentType, ContentLength, Body }))
      } finally {
        Body.destroy()
        await finished(Body).catch(() => {})
      }
    },

    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const object = await client.send(new GetObjectCommand({ Bucket, Key: beginning + key, Range }))
      const whole = /\/(\d+)$/.exec(object.ContentRange ?? '')?.[1] ?? object.ContentLength
      return { stream: object.Body as Readable, size: Number(whole) }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: beginning + key }))
    },

    async *list(start = '') {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: beginning + start }))
        for (const { Key = '', Size = 0 } of page.Contents ?? [])
          yield { key: Key.slice(beginning.length), size: Size }
    },

    close: () => client.destroy(),
  }
}

function clientConfig({ searchParams }: URL, silenceMs: number): S3ClientConfig {
  const endpoint = searchParams.get('endpoint')
  return {
    region: searchParams.get('region') ?? 'us-east-1',
    // Self-hosted stores seldom have a host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Not every compatible store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The client itself logs nothing: errors are thrown, and logged where they are caught.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 5_000, socketTimeout: silenceMs },
  }
}

type Failure = { name?: string; code?: string }
const isTimeout = ({ name }: Failure) => name === 'TimeoutError'
const isNoConnection = ({ code = '' }: Failure) => /^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_)/.test(code)

/** A middleware that throws an `UnavailableError` for these failures. */
function asUnavailable(isNoAnswer: (error: Failure) => boolean) {
  return <Args, Result>(next: (args: Args) => Promise<Result>) =>
    (args: Args) =>
      next(args).catch((error: unknown) => {
        if (!isNoAnswer(error as Failure)) throw error
        throw new UnavailableError('The file store does not answer. Please try again.', error)
      })
}

function credentialsIn(setting: string, { username, password }: URL, environment: Environment) {
  const accessKeyId = decodeURIComponent(username) || environment['AWS_ACCESS_KEY_ID']
  const secretAccessKey = decodeURIComponent(password) || environment['AWS_SECRET_ACCESS_KEY']
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  throw new StartError(
    `${setting} has no keys: write s3://KEY:SECRET@bucket, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  )
}

/** Tests the store at the start, so that a wrong setting is found before the first upload. */
async function testStore(store: Objects, { hostname, searchParams }: URL): Promise<void> {
  try {
    await tryWriting(store)
  } catch (error) {
    store.close()
    const where = searchParams.get('endpoint') ?? 'Amazon S3'
    throw new StartError(
      `STORAGE_URL points to the bucket "${hostname}" at ${where}, but Elimu cannot write there: ${reason((error as Error).cause ?? error)} (${storeAnswer(error)}).`,
    )
  }
}

function reason(error: unknown): string {
  const { name, message, code } = error as { name: string; message: string; code?: string }
  return (message || code || name).replace(/[\s.]+$/, '').replaceAll(/\s+/g, ' ')
}
