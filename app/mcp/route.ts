import { endpoint } from '@/lib/http/endpoint';
import { handleMcp, mcpProtocol } from '@/lib/http/mcp';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  path: '/mcp',
  handler: handleMcp,
  protocol: mcpProtocol,
});
