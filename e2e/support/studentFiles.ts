import { pdf, photo } from '../../server/testing/trialFiles.ts'

/** A picture and a certificate as somebody picks them. */
export const picture = async (name = 'faith.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo(300, 400).jpeg().toBuffer(),
})

export const certificate = (bytes = 0, name = 'kcpe.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdf(bytes),
})
