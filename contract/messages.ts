/** Wordings that more than one feature says. A feature's own wordings stand beside its schema. */
export const VALUE_IS_REQUIRED = 'Value is required'
export const NOT_AN_EMAIL = 'Value is not a valid email address'
export const AN_ERROR_OCCURRED = 'An error occurred'
export const UNAUTHENTICATED = 'Unauthenticated.'
export const UNAUTHORIZED = 'This action is unauthorized.'
export const TOKEN_MISMATCH = 'CSRF token mismatch.'
export const NOT_FOUND = 'Not found.'
export const QUERY_UNKNOWN = 'Query is not known'
export const INVALID_DATA = 'The given data was invalid.'

export function tooLong(label: string, max: number): string {
  return `${label} may not be longer than ${max} characters`
}

export const cannotBeEmpty = (what: string) => `${what} cannot be empty`
