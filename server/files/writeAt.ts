import type { FileHandle } from 'node:fs/promises'

/** Writes all of it to a place of a file: a disk that is nearly full takes less at once than it is given. */
export async function writeAt(file: FileHandle, bytes: Buffer, place: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, place + done)).bytesWritten
}
