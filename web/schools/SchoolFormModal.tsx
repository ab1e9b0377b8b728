import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { clusterForm, type School, schoolForm, type SchoolForm, schoolMessages } from '#contract/schools.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import {
  addCluster,
  addSchool,
  clustersQuery,
  editSchool,
  schoolLabels as labels,
  schoolsList,
} from './schoolApi.ts'

type SchoolFormModalProps = {
  /** The school to edit; without one the modal adds one. */
  school?: School
  onClose: () => void
}

export function SchoolFormModal({ school, onClose }: SchoolFormModalProps) {
  const { put, refresh } = useListChanges(schoolsList)
  return (
    <FormModal
      title={school ? 'Edit School' : 'Add New School'}
      initialValues={valuesOf(school)}
      schema={schoolForm}
      save={(form, transfer) => (school ? editSchool(school, form, transfer) : addSchool(form, transfer))}
      onSaved={({ data }) => put(data)}
      onRefused={refresh}
      onClose={onClose}
    >
      {(form) => <SchoolFields form={form} />}
    </FormModal>
  )
}

const valuesOf = (school: School | undefined): SchoolFieldValues => ({
  school: school?.school ?? '',
  cluster_id: school ? String(school.cluster_id) : '',
})

/** The typed form values: a select box has a cluster's id as text. */
type SchoolFieldValues = Record<keyof SchoolForm, string>

function SchoolFields({ form }: { form: UseFormReturnType<SchoolFieldValues> }) {
  const { data: clusters, error } = useQuery(clustersQuery)
  const choices = (clusters ?? []).map(({ id, cluster_name }) => ({ value: String(id), label: cluster_name }))
  const fields: Record<keyof SchoolForm, ReactNode> = {
    school: <TextInput label={labels.school} autoComplete="off" {...form.getInputProps('school')} />,
    cluster_id: (
      <SelectBox
        label={labels.cluster}
        placeholder={schoolMessages.selectCluster}
        data={choices}
        description={clusters?.length === 0 && 'There is no cluster yet. Add one first, with Add Cluster.'}
        {...form.getInputProps('cluster_id')}
        {...(error && { error: error.message })}
      />
    ),
  }
  return (
    <>
      {fields.school}
      {fields.cluster_id}
    </>
  )
}

export function ClusterFormModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <FormModal
      title="Add New Cluster"
      initialValues={{ cluster_name: '' }}
      schema={clusterForm}
      save={addCluster}
      onSaved={() => void client.invalidateQueries({ queryKey: clustersQuery.queryKey })}
      onClose={onClose}
    >
      {(form) => (
        <TextInput label={labels.cluster} autoComplete="off" {...form.getInputProps('cluster_name')} />
      )}
    </FormModal>
  )
}
