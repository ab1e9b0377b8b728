import type { FileHandle } from 'node:fs/promises'

/** Writes all bytes at an offset. One write may take fewer bytes than it is given, as on a nearly full disk. */
export async function writeAt(file: FileHandle, bytes: Buffer, place: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, place + done)).bytesWritten
}
