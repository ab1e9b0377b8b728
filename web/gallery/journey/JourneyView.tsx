import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Media, StudentGallery } from '#contract/gallery.ts'
import { canDeleteMedia, canEditGallery } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { Message } from '../../ui/Message.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { AddGallery } from './AddGallery.tsx'
import classes from './JourneyView.module.css'
import { MediaDeleteModal } from './MediaDeleteModal.tsx'
import { MediaEditModal } from './MediaEditModal.tsx'
import { countOf } from './mediaWords.ts'
import { Tiles } from './Tiles.tsx'
import { useFocusOfTile } from './useFocusOfTile.ts'
import { useOpenMedia } from './useOpenMedia.ts'
import { yearsOf } from './yearsOf.ts'

const MediaViewer = lazy(() =>
  import('./viewer/MediaViewer.tsx').then((file) => ({ default: file.MediaViewer })),
)

type JourneyViewProps = { id: number; journey: StudentGallery }

/** A student's pictures and films, with the one on top that is looked at. */
export function JourneyView({ id, journey: { name, status, gallery } }: JourneyViewProps) {
  const { role } = useSessionUser()
  const { openId, open, goOn, close } = useOpenMedia(id)
  const shown = gallery.find((media) => media.id === openId)
  const [editing, setEditing] = useState<Media>()
  const [deleting, setDeleting] = useState<Media>()
  useFocusOfTile(shown?.id ?? deleting?.id, gallery)

  const isActive = status === STUDENT_ACTIVE
  const canEdit = isActive && canEditGallery(role)
  const does = {
    onOpen: open,
    onEdit: canEdit ? setEditing : undefined,
    onDelete: isActive && canDeleteMedia(role) ? setDeleting : undefined,
  }
  const years = yearsOf(gallery)
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.title}>{`Welcome to ${name}'s Journey Gallery`}</h1>
        <p className={classes.count}>{countOf(gallery)}</p>
        {canEdit && (
          <div className={classes.actions}>
            <AddGallery student={id} />
          </div>
        )}
      </header>
      {openId !== undefined && !shown && (
        <div className={classes.note}>
          <Message tone="note">What this link leads to is not in the gallery any more.</Message>
        </div>
      )}
      {years.map(({ year, media }) => (
        <section key={year} className={classes.year}>
          {years.length > 1 && <h2 className={classes.yearName}>{year}</h2>}
          <Tiles media={media} {...does} />
        </section>
      ))}
      {gallery.length === 0 && (
        <section className={classes.card}>
          <ListEmpty
            icon={IconPhoto}
            title="Nothing in the gallery yet"
            hint={`Photos and videos of ${name} will show here.`}
          />
        </section>
      )}
      {shown && (
        <Suspense fallback={<Opening />}>
          <MediaViewer gallery={gallery} openId={shown.id} onGoOn={goOn} onClose={close} />
        </Suspense>
      )}
      {editing && <MediaEditModal media={editing} onClose={() => setEditing(undefined)} />}
      {deleting && <MediaDeleteModal media={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

const Opening = () => (
  <output className={classes.opening}>
    <VisuallyHidden>Opening …</VisuallyHidden>
  </output>
)
