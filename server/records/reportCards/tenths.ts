/** Marks are kept as whole tenths, so that no sum is off; on the wire they have one decimal. */
export const toTenths = (mark: number) => Math.round(mark * 10)
export const fromTenths = (tenths: number) => tenths / 10
