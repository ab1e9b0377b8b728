import { z } from 'zod'
import { idParams } from './identity/auth.ts'
import { type Calls, messageReply, reply } from './base/call.ts'
import { recordMessages } from './records/records.ts'
import { notShared } from './privacy/consentStates.ts'
import { id, lineSchema, optionalId, savingQuery, textSchema } from './base/fields.ts'
import { imageFile, mediaFile } from './base/files.ts'

export const galleryMessages = {
  titleRequired: 'Media Title cannot be empty',
  descriptionRequired: 'Media Description cannot be empty',
  mediaRequired: 'Please Select Media for Upload',
  saved: 'Saved to the gallery.',
  /** A student's gallery has the same picture or film only once. */
  known: 'This is in the gallery already.',
  renamed: 'This is in the gallery already. It has the new title and description now.',
  changed: 'Changes saved.',
  deleted: 'Deleted from the gallery.',
  notWhole: 'The file is incomplete. Send it again.',
  notArrived: 'The video upload is incomplete or has expired. Send it again.',
  beingSaved: 'This video is being saved already.',
  otherUnknown: 'A student in the picture is not known',
  tooManyOthers: 'At most 50 other students can be named',
  tooManyArriving: 'Too many videos are being uploaded already. Finish or cancel one of them first.',
} as const

export const DESCRIPTION_MAX = 1_000
const OTHERS_MAX = 50

/** The SHA-256 of the whole file as it was sent. */
const checksum = z.string().regex(/^[\da-f]{64}$/, galleryMessages.notWhole)

/**
 * The form of a picture or film; with an `id` it edits an existing one. The file is in the field `media`, or `upload`
 * names a completed resumable upload. A film may have a `poster`, which only a browser can draw.
 */
export const mediaForm = z.object({
  id: optionalId,
  student_id: id(recordMessages.studentRequired),
  title: lineSchema('Media Title', galleryMessages.titleRequired),
  description: textSchema('Media Description', galleryMessages.descriptionRequired, DESCRIPTION_MAX),
  upload: z.string().max(100).optional(),
  sha256: checksum.optional(),
  /** The ids of the other students in it. An empty text removes all; without the field they stay. */
  others: z
    .preprocess(
      (value) => (value === '' ? [] : value),
      z
        .array(id(galleryMessages.otherUnknown), galleryMessages.otherUnknown)
        .max(OTHERS_MAX, galleryMessages.tooManyOthers),
    )
    .optional(),
})
export type MediaForm = z.output<typeof mediaForm>

/** The caption of a picture or film, which can be edited. */
export const mediaWords = mediaForm.pick({ title: true, description: true })
export type MediaWords = z.output<typeof mediaWords>

const otherStudentSchema = z.object({ id: z.number().int(), name: z.string() })
export type OtherStudent = z.output<typeof otherStudentSchema>

export const mediaSchema = z.object({
  id: z.number().int(),
  student_id: z.number().int(),
  title: z.string(),
  description: z.string(),
  type: z.enum(['image', 'video']),
  /** The film, or the picture in its largest size. */
  file_path: z.string(),
  /** Smaller pictures; null for a film without a poster. */
  medium_path: z.string().nullable(),
  thumb_path: z.string().nullable(),
  /** In pixels, upright. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** The length of a film, in seconds. */
  duration: z.number().nullable(),
  created_at: z.string(),
  /** The other students in it, for staff; missing if there are none. */
  others: z.array(otherStudentSchema).optional(),
})
export type Media = z.output<typeof mediaSchema>

export const studentGallerySchema = z.object({
  name: z.string(),
  /** Whether more can be added: the gallery of a student who is not active is read-only. */
  status: z.number().int(),
  /** Newest first. */
  gallery: z.array(mediaSchema),
  not_shared: notShared,
})
export type StudentGallery = z.output<typeof studentGallerySchema>

/** Where films are uploaded in pieces, by the tus protocol. */
export const UPLOADS_PATH = '/api/uploads'

export const galleryCalls = {
  'GET /api/students/:id?query=gallery': {
    summary: 'A student’s gallery',
    params: idParams,
    answer: reply({ data: studentGallerySchema }),
  },
  'GET /api/gallery/known': {
    summary: 'A picture or video of a student by its checksum, so that it need not be uploaded twice',
    query: z.object({ student_id: id(recordMessages.studentRequired), sha256: checksum }),
    answer: reply({ data: mediaSchema.nullable() }),
  },
  'POST /api/gallery?query=': {
    summary: 'Add a picture or video to a gallery, or change its title and description',
    query: savingQuery,
    body: mediaForm,
    uploads: { media: mediaFile, poster: imageFile },
    answer: reply({
      message: z.string(),
      data: mediaSchema,
      /** After an add: whether the gallery already had the file. */
      is_known: z.boolean().optional(),
      /** Whether the existing file got the title and description that were sent. */
      is_renamed: z.boolean().optional(),
    }),
  },
  'DELETE /api/gallery/:id': {
    summary: 'Delete a picture or video',
    params: idParams,
    answer: messageReply,
  },
} as const satisfies Calls
