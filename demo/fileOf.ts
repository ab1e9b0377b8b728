/** Bytes as somebody chooses them in a form. */
export const fileOf = (bytes: Buffer, name: string, type: string): File =>
  new File([Uint8Array.from(bytes)], name, { type })
