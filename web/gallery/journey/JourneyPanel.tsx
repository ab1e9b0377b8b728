import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Box, Button, Group, Overlay, Text, VisuallyHidden } from '@mantine/core'
import { IconPhoto, IconPhotoPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Media, StudentGallery } from '#contract/gallery.ts'
import { canDeleteMedia, canEditGallery } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { BackLink } from '../../ui/BackLink.tsx'
import { HttpError } from '../../ui/http.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { hiddenMedia, NotShared } from '../../students/NotShared.tsx'
import { StudentNotFound } from '../../students/StudentNotFound.tsx'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { Message } from '../../ui/Message.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { profileQuery } from '../../profile/profileApi.ts'
import { galleryQuery } from './journeyApi.ts'
import { JourneySkeleton } from './JourneySkeleton.tsx'
import { MediaDeleteModal, MediaEditModal } from './MediaModals.tsx'
import { countOf } from './mediaWords.ts'
import { Tiles, useFocusOfTile } from './Tiles.tsx'
import { useOpenMedia } from './useOpenMedia.ts'

const MediaViewer = lazyComponent(() => import('./viewer/MediaViewer.tsx'), 'MediaViewer')

const AddMediaModal = lazyDialog(async () => (await import('../add/AddMediaModal.tsx')).AddMediaModal)

const missing = <StudentNotFound title="Journey Gallery" />

/** The gallery of the student that the address names. */
export function JourneyPanel() {
  const { student } = useSearch({ strict: false })
  return (
    <>
      <BackLink to="/dashboard/gallery">Back to gallery list</BackLink>
      {student ? <StudentJourney key={student} id={student} /> : missing}
    </>
  )
}

function StudentJourney({ id }: { id: number }) {
  const { data: journey, error, refetch } = useQuery(galleryQuery(id))
  usePageTitle(journey ? `${journey.name}'s Journey Gallery` : 'Journey Gallery')
  if (error instanceof HttpError && error.status === 404) return missing
  if (journey) return <JourneyView id={id} journey={journey} onLost={() => void refetch()} />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <JourneySkeleton />
}

type JourneyViewProps = { id: number; journey: StudentGallery; onLost: () => void }

/** A student's pictures and films, and the viewer over them. */
function JourneyView({ id, journey, onLost }: JourneyViewProps) {
  const { name, status, gallery, not_shared } = journey
  const hidden = hiddenMedia(not_shared)
  const { role } = useSessionUser()
  const { openId, open, showOther, close } = useOpenMedia(id)
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
  return (
    <>
      <Group component="header" gap="s2" mb={{ base: 14, sm: 20 }}>
        <Group className="el-grow" gap="var(--el-s1) var(--el-s4)" align="baseline">
          <h1 className="el-h1 el-break">{`Welcome to ${name}'s Journey Gallery`}</h1>
          <Text inherit className="el-ink-2" visibleFrom="sm">
            {countOf(gallery)}
          </Text>
        </Group>
        {canEdit && (
          <Box w={{ base: '100%', sm: 'auto' }}>
            <AddGallery student={id} />
          </Box>
        )}
      </Group>
      {openId !== undefined && !shown && (
        <Box mb={20}>
          <Message tone="note">What this link leads to is not in the gallery any more.</Message>
        </Box>
      )}
      {hidden.length > 0 && (
        <Box className="el-card el-frame" mb={20}>
          <NotShared name={name} hidden={hidden} />
        </Box>
      )}
      {gallery.length > 0 || hidden.length > 0 ? (
        <Tiles gallery={gallery} {...does} />
      ) : (
        <section className="el-card">
          <ListEmpty
            icon={IconPhoto}
            title="Nothing in the gallery yet"
            hint={`Photos and videos of ${name} will show here.`}
          />
        </section>
      )}
      {shown && (
        <Suspense fallback={<Opening />}>
          <MediaViewer
            gallery={gallery}
            openId={shown.id}
            onShowOther={showOther}
            onLost={onLost}
            onClose={close}
          />
        </Suspense>
      )}
      {editing && <MediaEditModal media={editing} onClose={() => setEditing(undefined)} />}
      {deleting && <MediaDeleteModal media={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

const Opening = () => (
  <Overlay component="output" fixed bg="var(--el-scrim)">
    <VisuallyHidden>Opening …</VisuallyHidden>
  </Overlay>
)

/** The button that adds to this gallery. It loads the student, whom the form names, only when it is pressed. */
function AddGallery({ student: id }: { student: number }) {
  const [isWanted, setIsWanted] = useState(false)
  const { data: student, error, refetch } = useQuery({ ...profileQuery(id, 'academics'), enabled: isWanted })
  return (
    <>
      <Button
        fullWidth
        leftSection={<IconPhotoPlus size={18} aria-hidden />}
        onClick={() => setIsWanted(true)}
      >
        Add Gallery
      </Button>
      {isWanted && error && !student && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {isWanted && student && <AddMediaModal student={student} onClose={() => setIsWanted(false)} />}
    </>
  )
}
