import { yieldToRequests } from '../../base/yieldToRequests.ts'
import { childOf, damaged, type ReadBox, u64 } from './boxes.ts'
import { addRange, type Ranges } from './ranges.ts'
import type { Track } from './readMovie.ts'

/** The number of samples between two yields to other requests. */
const AT_ONCE = 10_000

/** Adds the byte ranges of a track's samples, chunk by chunk. */
export async function addSampleRanges(kept: Ranges, track: Track): Promise<void> {
  if (!track.samples) return
  const chunks = chunksOf(track.samples)
  if (chunks.count === 0) return
  const perChunk = childOf(track.samples, 'stsc')?.content
  if (!perChunk) throw damaged()
  const runs = perChunk.readUInt32BE(4)
  const sizes = sizesOf(track)
  let [run, sample, done] = [0, 0, 0]

  for (let chunk = 0; chunk < chunks.count; chunk += 1) {
    while (run + 1 < runs && perChunk.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run += 1
    const next = Math.min(sample + perChunk.readUInt32BE(12 + run * 12), sizes.count)
    const start = chunks.at(chunk)
    addRange(kept, start, start + sizes.sum(sample, next))
    done += next - sample + 1
    sample = next
    if (done > AT_ONCE) {
      done = 0
      await yieldToRequests()
    }
  }
}

function chunksOf(samples: ReadBox) {
  const short = childOf(samples, 'stco')?.content
  const long = childOf(samples, 'co64')?.content
  const table = short ?? long
  return {
    count: table?.readUInt32BE(4) ?? 0,
    at: (chunk: number) => (short ? short.readUInt32BE(8 + chunk * 4) : u64(long as Buffer, 8 + chunk * 8)),
  }
}

function sizesOf({ samples, isPicture }: Track) {
  const each = samples && childOf(samples, 'stsz')?.content
  const compact = samples && childOf(samples, 'stz2')?.content
  const table = each ?? compact
  if (!table) throw damaged()
  const count = table.readUInt32BE(8)
  const equal = each?.readUInt32BE(4) ?? 0
  if (equal > 0) {
    const bytes = equal * (isPicture || equal > 1 ? 1 : soundBytes(samples))
    return { count, sum: (from: number, to: number) => (to - from) * bytes }
  }
  const at = each ? (sample: number) => each.readUInt32BE(12 + sample * 4) : compactSize(table)
  return {
    count,
    sum(from: number, to: number) {
      let bytes = 0
      for (let sample = from; sample < to; sample += 1) bytes += at(sample)
      return bytes
    },
  }
}

function compactSize(table: Buffer): (sample: number) => number {
  const bits = table[7]
  if (bits === 16) return (sample) => table.readUInt16BE(12 + sample * 2)
  if (bits === 8) return (sample) => table.readUInt8(12 + sample)
  if (bits !== 4) throw damaged()
  return (sample) => (table.readUInt8(12 + (sample >> 1)) >> (sample % 2 ? 0 : 4)) & 0b1111
}

/** The size of a sample of uncompressed sound, for which old programs always write one byte. */
function soundBytes(samples: ReadBox | undefined): number {
  const description = samples && childOf(samples, 'stsd')?.content
  if (!description || description.length < 36) return 1
  return Math.max(description.readUInt16BE(32) * Math.ceil(description.readUInt16BE(34) / 8), 1)
}
