/** A ref is its number: as text EL-10000 would come before EL-9999. */
export const refNumber = (ref: string): number => Number(ref.replace(/\D/g, ''))
