import type { UseFormReturnType } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clusterFields, clusterForm, type School, schoolFields, schoolForm } from '#contract/schools.ts'
import { FormFields } from '../ui/form/FormFields.tsx'
import { FormModal } from '../ui/form/FormModal.tsx'
import { FormSeries } from '../ui/form/FormSeries.tsx'
import { type TypedValues, typedValues } from '../ui/form/typedValues.ts'
import { useListChanges } from '../ui/list/rows/useListChanges.ts'
import { addCluster, addSchool, clustersQuery, editSchool, schoolsList } from './schoolApi.ts'

type SchoolFormModalProps = {
  /** The school to edit; without one the modal adds one. */
  school?: School
  onClose: () => void
}

/** Adds schools, or edits one. */
export function SchoolFormModal({ school, onClose }: SchoolFormModalProps) {
  const { put, refresh } = useListChanges(schoolsList)
  return (
    <FormSeries<SchoolValues>>
      {(series, before) => (
        <FormModal
          title={school ? 'Edit School' : 'Add New School'}
          initialValues={typedValues(schoolFields, school ?? { cluster_id: before?.cluster_id })}
          schema={schoolForm}
          save={(form, transfer) => (school ? editSchool(school, form, transfer) : addSchool(form, transfer))}
          onSaved={({ data }) => put(data)}
          onFailed={refresh}
          onClose={onClose}
          series={school ? undefined : series}
        >
          {(form) => <SchoolFields form={form} />}
        </FormModal>
      )}
    </FormSeries>
  )
}

type SchoolValues = TypedValues<typeof schoolFields>

function SchoolFields({ form }: { form: UseFormReturnType<SchoolValues> }) {
  const { data: clusters, error } = useQuery(clustersQuery)
  const cluster_id = {
    choices: (clusters ?? []).map(({ id, cluster_name }) => ({ value: String(id), label: cluster_name })),
    description: clusters?.length === 0 && 'There is no cluster yet. Add one first, with Add Cluster.',
    ...(error && { error: error.message }),
  }
  return <FormFields form={form} fields={schoolFields} special={{ cluster_id }} />
}

export function ClusterFormModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <FormModal
      title="Add New Cluster"
      initialValues={typedValues(clusterFields)}
      schema={clusterForm}
      save={addCluster}
      onSaved={() => void client.invalidateQueries({ queryKey: clustersQuery.queryKey })}
      onClose={onClose}
    >
      {(form) => <FormFields form={form} fields={clusterFields} />}
    </FormModal>
  )
}
