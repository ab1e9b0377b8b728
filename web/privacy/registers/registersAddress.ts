export type RegisterId = 'breaches' | 'processing'

/** Which register is open: breaches by default. */
export type RegistersAddress = { register?: RegisterId }

/** Reads the address and ignores an invalid value. */
export const readRegistersAddress = (address: Record<string, unknown>): RegistersAddress => ({
  register: address['register'] === 'processing' ? 'processing' : undefined,
})
