/** A file that came with a request. It lies on this machine until the answer, and is known by its content. */
export type Upload = {
  /** The form's field, under which a refusal of the file belongs. */
  field: string
  path: string
  /** The media type of its content, whatever it was called. */
  type: string
  /** The name it had, without what no file name should hold. */
  name: string
  bytes: number
  sha256: string
}
