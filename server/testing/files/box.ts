type Part = Buffer | number[]

/** A box of an mp4 file: its length, its type in four letters, and its content. */
export function box(type: string, ...parts: Part[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content])
}

/** A box that also has a version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...parts: Part[]): Buffer =>
  box(type, [version], u32(flags).subarray(1), ...parts)

export const u16 = (...values: number[]): Buffer => whole(values, 2)
export const u32 = (...values: number[]): Buffer => whole(values, 4)

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

function whole(values: number[], size: number): Buffer {
  const bytes = Buffer.alloc(values.length * size)
  for (const [index, value] of values.entries()) bytes.writeUIntBE(value, index * size, size)
  return bytes
}
