/** Writes numbers bit by bit, the highest first. */
export function createBits() {
  const bytes: number[] = []
  let open = 0
  let taken = 0

  const bits = {
    /** A number in so many bits, at most 31. */
    fixed(count: number, value: number): void {
      for (let place = count - 1; place >= 0; place--) {
        open = (open << 1) | ((value >>> place) & 1)
        taken += 1
        if (taken === 8) {
          bytes.push(open)
          open = taken = 0
        }
      }
    },

    /** Small numbers in few bits (Exp-Golomb): as many zeros as there are bits behind the first one. */
    golomb(value: number): void {
      const behind = 31 - Math.clz32(value + 1)
      bits.fixed(behind, 0)
      bits.fixed(behind + 1, value + 1)
    },

    /** Whole bytes, which begin where a byte begins. */
    whole(content: Uint8Array): void {
      if (taken > 0) bits.fixed(8 - taken, 0)
      bytes.push(...content)
    },

    /** All of it, ended as H.264 ends what it calls a payload: by a one, and zeros up to the next byte. */
    end(): Buffer {
      bits.fixed(1, 1)
      bits.whole(new Uint8Array())
      return Buffer.from(bytes)
    },
  }
  return bits
}

export type Bits = ReturnType<typeof createBits>
