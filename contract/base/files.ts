/** A kind of file that can be uploaded. The browser checks name and type, the server the content. */
export type FileKind = {
  /** The file extensions by media type. */
  types: Record<string, readonly string[]>
  /** The types that the file chooser offers, if fewer than the accepted ones. */
  offered?: readonly string[]
  /** The message for any other file. */
  refusal: string
}

const images = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/tiff': ['.tif', '.tiff'],
} as const

export const imageFile: FileKind = {
  types: images,
  offered: ['image/jpeg', 'image/png'],
  refusal: 'Only Images Allowed',
}

export const pdfFile: FileKind = {
  types: { 'application/pdf': ['.pdf'] },
  refusal: 'Only PDF Allowed',
}

/** Pictures and certificates that are dropped together. */
export const studentFile: FileKind = {
  types: { ...images, ...pdfFile.types },
  offered: ['image/jpeg', 'image/png', 'application/pdf'],
  refusal: 'Only Images and PDFs Allowed',
}

export const mediaFile: FileKind = {
  // The server stores QuickTime, the format of iPhones, as mp4: only the brand in the header differs.
  types: { ...images, 'video/mp4': ['.mp4'], 'video/quicktime': ['.mov'] },
  offered: ['image/jpeg', 'image/png', 'video/mp4'],
  refusal: 'Only Photos and Videos Allowed',
}

/** The message for the default format of iPhones, which most browsers cannot show. */
export const refusalOfPhone = ({ refusal }: FileKind) =>
  `${refusal}. On the iPhone, choose Settings › Camera › Formats › Most Compatible, and take it again`

export const MEGABYTE = 1024 * 1024

const limits: Record<string, number> = { 'application/pdf': 20, 'video/mp4': 300, 'video/quicktime': 300 }

/** The size limit of a type; an unknown type has the limit of images. */
export const maxMegabytes = (type: string): number => limits[type] ?? 10

export const tooLarge = (megabytes: number) => `The file may not be larger than ${megabytes} MB`

export const fileMessages = {
  damagedImage: 'The image is damaged',
  damagedFilm: 'The video is damaged',
  tooManyPixels: 'The image may not have more than 100 megapixels',
  tooLargeToOpen: 'The image is too large to open. Please upload it smaller, or as an ordinary JPEG',
  onlyOne: 'Only one file is accepted here',
  notTaken: 'No file is accepted here',
} as const
