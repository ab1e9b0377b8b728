/** The password link in a letter, or in what the server prints. */
export function linkIn(text: string | undefined): string {
  const link = /https?:\/\/\S+\/changepsw\/\S+/.exec(text ?? '')?.[0]
  if (!link) throw new Error('there is no password link')
  return link
}
