/** Where a file is read. Each version has an id of its own, so an address never shows another. */
export const fileUrl = (id: number | null): string | null => (id === null ? null : `/api/files/${id}`)
