/** What the node's form asks for. */
import type { INodeProperties } from 'n8n-workflow';

const forOperations = (...operation: string[]) => ({ show: { operation } });

export const properties: INodeProperties[] = [
  {
    displayName: 'Record Type Name or ID',
    name: 'recordType',
    type: 'options',
    noDataExpression: true,
    typeOptions: { loadOptionsMethod: 'getRecordTypes' },
    default: '',
    required: true,
    description:
      'Those that the key may read. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Create', value: 'create', action: 'Create a record', description: 'Create a record' },
      {
        name: 'Delete',
        value: 'delete',
        action: 'Delete a record',
        description: 'Delete a record; it can be restored',
      },
      { name: 'Get', value: 'get', action: 'Get a record', description: 'Get a record' },
      { name: 'Get Many', value: 'getAll', action: 'Get many records', description: 'Get many records that match' },
      { name: 'Update', value: 'update', action: 'Update a record', description: 'Change fields of a record' },
    ],
    default: 'getAll',
  },
  {
    displayName: 'Record',
    name: 'recordId',
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    required: true,
    displayOptions: forOperations('get', 'update', 'delete'),
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        typeOptions: { searchListMethod: 'searchRecords', searchable: true },
      },
      {
        displayName: 'By ID',
        name: 'id',
        type: 'string',
        placeholder: '31',
        validation: [{ type: 'regex', properties: { regex: '[1-9][0-9]*', errorMessage: 'A positive whole number' } }],
      },
    ],
  },
  fields('fields', 'Fields', 'getFieldsToCreate', 'create'),
  fields('changes', 'Fields to Change', 'getFieldsToUpdate', 'update'),
  {
    displayName: 'Dry Run',
    name: 'dryRun',
    type: 'boolean',
    default: false,
    description:
      'Whether to only tell what the write would do: the record as it would be, what would change, and who would hear of it',
    displayOptions: forOperations('create', 'update', 'delete'),
  },
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: forOperations('getAll'),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { operation: ['getAll'], returnAll: [false] } },
  },
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Filter',
    default: {},
    displayOptions: forOperations('getAll'),
    description: 'All must hold; the same field given twice with Equals means either value',
    options: [
      {
        name: 'filter',
        displayName: 'Filter',
        values: [
          {
            displayName: 'Field Name or ID',
            name: 'field',
            type: 'options',
            typeOptions: { loadOptionsMethod: 'getFilterFields', loadOptionsDependsOn: ['recordType'] },
            default: '',
            description:
              'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
          },
          {
            displayName: 'Operator',
            name: 'operator',
            type: 'options',
            default: 'eq',
            options: [
              { name: 'Equals', value: 'eq' },
              { name: 'Greater', value: 'gt' },
              { name: 'Greater or Equal', value: 'ge' },
              { name: 'Less', value: 'lt' },
              { name: 'Less or Equal', value: 'le' },
              { name: 'Not Equal', value: 'ne' },
            ],
          },
          {
            displayName: 'Value',
            name: 'value',
            type: 'string',
            default: '',
            description: 'The word null stands for no value',
          },
        ],
      },
    ],
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    displayOptions: forOperations('getAll'),
    options: [
      {
        displayName: 'Deleted Records',
        name: 'deleted',
        type: 'options',
        default: false,
        options: [
          { name: 'Included', value: true },
          { name: 'Left Out', value: false },
          { name: 'Only', value: 'only' },
        ],
        description: 'Whether deleted records are returned too, not at all, or alone',
      },
      {
        displayName: 'Order By',
        name: 'orderby',
        type: 'string',
        default: '',
        placeholder: 'Priority Desc,DueOn',
        description: 'Without one, records come by their ID and none is left out, whatever changes meanwhile',
      },
      {
        displayName: 'Search',
        name: 'search',
        type: 'string',
        default: '',
        description: 'A text that one of the fields people know the record by contains',
      },
    ],
  },
];

function fields(name: string, displayName: string, method: string, operation: string): INodeProperties {
  return {
    displayName,
    name,
    type: 'resourceMapper',
    noDataExpression: true,
    default: { mappingMode: 'defineBelow', value: null },
    required: true,
    typeOptions: {
      loadOptionsDependsOn: ['recordType'],
      resourceMapper: {
        resourceMapperMethod: method,
        mode: 'add',
        fieldWords: { singular: 'field', plural: 'fields' },
        // Only what is required: a form that sends every field would set those that nobody has looked at.
        addAllFields: false,
        multiKeyMatch: false,
        supportAutoMap: true,
      },
    },
    displayOptions: forOperations(operation),
  };
}
