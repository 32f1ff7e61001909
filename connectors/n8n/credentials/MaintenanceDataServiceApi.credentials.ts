import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

/** The three headers of one integration, and where the service is. */
export class MaintenanceDataServiceApi implements ICredentialType {
  name = 'maintenanceDataServiceApi';

  displayName = 'Maintenance Data Service API';

  icon: Icon = {
    light: 'file:../icons/maintenanceDataService.svg',
    dark: 'file:../icons/maintenanceDataService.dark.svg',
  };

  documentationUrl = 'https://example.com/maintenance-data-service';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://mds.example.com',
      description: 'Where the service is, without /api',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'The apiKey of the integration',
      required: true,
    },
    {
      displayName: 'Vault Secret',
      name: 'vaultSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'The vaultSecret that was shown when the integration was made',
      required: true,
    },
    {
      displayName: 'Shard ID',
      name: 'shardID',
      type: 'string',
      default: 's1',
      description: 'The shardID of the integration',
      required: true,
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: {
      headers: {
        apiKey: '={{$credentials.apiKey}}',
        vaultSecret: '={{$credentials.vaultSecret}}',
        shardID: '={{$credentials.shardID}}',
      },
    },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/api/Me', disableFollowRedirect: true },
  };
}
